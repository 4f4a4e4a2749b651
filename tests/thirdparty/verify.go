// A strict verifier of exported logs, built on golang.org/x/mod/sumdb alone.
//
//	verify VKEY < folders      one folder a line in, "ok …" or "refused …" a line out
//
// It reads what anybody can read without the rules of a card game: notes, signatures, epochs,
// entries, tiles, proofs, and the list of the files beside the log.
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8
const width = 1 << height

type checkpoint struct {
	size   int64
	root   tlog.Hash
	raw    []byte
	origin string
}

type entry struct {
	I int64           `json:"i"`
	K string          `json:"k"`
	D json.RawMessage `json:"d"`
}

type epoch struct {
	verifier note.Verifier
	start    int64
	end      int64
	next     string
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: verify VKEY < folders")
		os.Exit(2)
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		size, err := verify(lines.Text(), os.Args[1])
		if err != nil {
			fmt.Printf("refused %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
			continue
		}
		fmt.Printf("ok %d\n", size)
	}
}

func verify(folder, vkey string) (int64, error) {
	identity, err := note.NewVerifier(vkey)
	if err != nil {
		return 0, err
	}
	files, err := readAll(folder)
	if err != nil {
		return 0, err
	}
	head, err := parse(files["log/checkpoint"])
	if err != nil {
		return 0, err
	}
	if head.origin != identity.Name() {
		return 0, errors.New("the log of another table")
	}
	leaves, hashes, err := readTree(files, head)
	if err != nil {
		return 0, err
	}
	epochs, beside, due, err := readEntries(leaves, head.origin)
	if err != nil {
		return 0, err
	}
	if err := checkNotes(files, head, hashes, identity, epochs, due); err != nil {
		return 0, err
	}
	if err := checkProofs(files, head, leaves, hashes); err != nil {
		return 0, err
	}
	return head.size, checkFiles(files, head.size, beside)
}

func readAll(folder string) (map[string][]byte, error) {
	files := map[string][]byte{}
	var folders []string
	err := filepath.WalkDir(folder, func(path string, item fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if item.IsDir() {
			folders = append(folders, path)
			return nil
		}
		if !item.Type().IsRegular() {
			return errors.New("not a plain file: " + path)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		files[name] = content
		return err
	})
	for _, path := range folders {
		if items, failed := os.ReadDir(path); failed != nil || len(items) == 0 {
			return nil, errors.New("an empty folder: " + path)
		}
	}
	return files, err
}

// parse reads the three lines of a checkpoint and accepts their only spelling.
func parse(raw []byte) (checkpoint, error) {
	lines := strings.SplitN(string(raw), "\n", 5)
	if len(lines) != 5 || lines[3] != "" {
		return checkpoint{}, errors.New("malformed checkpoint")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 1 || strconv.FormatInt(size, 10) != lines[1] {
		return checkpoint{}, errors.New("malformed size")
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != 32 || base64.StdEncoding.EncodeToString(root) != lines[2] {
		return checkpoint{}, errors.New("malformed root")
	}
	found := checkpoint{size: size, raw: raw, origin: lines[0]}
	copy(found.root[:], root)
	return found, nil
}

func tilePath(level string, number, count int64) string {
	name := fmt.Sprintf("%03d", number%1000)
	for number >= 1000 {
		number /= 1000
		name = fmt.Sprintf("x%03d/%s", number%1000, name)
	}
	if count != width {
		name += fmt.Sprintf(".p/%d", count)
	}
	return "log/tile/" + level + "/" + name
}

// readTree reads every bundle of entries and hashes it; the tiles must be what follows from it.
func readTree(files map[string][]byte, head checkpoint) ([][]byte, []tlog.Hash, error) {
	var leaves [][]byte
	var hashes []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for at, index := range indexes {
			found[at] = hashes[index]
		}
		return found, nil
	})
	for number := int64(0); number*width < head.size; number++ {
		count := head.size - number*width
		if count > width {
			count = width
		}
		bundle := files[tilePath("entries", number, count)]
		for n := int64(0); n < count; n++ {
			if len(bundle) < 2 || len(bundle)-2 < int(binary.BigEndian.Uint16(bundle)) {
				return nil, nil, errors.New("a bundle is cut short")
			}
			end := 2 + int(binary.BigEndian.Uint16(bundle))
			leaf := bundle[2:end]
			stored, err := tlog.StoredHashes(int64(len(leaves)), leaf, reader)
			if err != nil {
				return nil, nil, err
			}
			leaves, hashes, bundle = append(leaves, leaf), append(hashes, stored...), bundle[end:]
		}
		if len(bundle) != 0 {
			return nil, nil, errors.New("a bundle holds too much")
		}
	}
	root, err := tlog.TreeHash(head.size, reader)
	if err != nil {
		return nil, nil, err
	}
	if root != head.root {
		return nil, nil, errors.New("another root")
	}
	return leaves, hashes, nil
}

// signed are the kinds of entries that are followed by a checkpoint, unless a boot follows.
var signed = map[string]bool{
	"batch": true, "event": true, "contrib": true, "draw": true, "deal": true, "hand_end": true, "reveal": true,
	"reveal_sealed": true, "epoch": true, "export": true,
}

// readEntries answers the epochs, the files beside the log, and the sizes that must be signed.
func readEntries(leaves [][]byte, origin string) ([]epoch, map[string]string, map[int64]bool, error) {
	var epochs []epoch
	beside, due := map[string]string{}, map[int64]bool{}
	for index, leaf := range leaves {
		var found entry
		if err := json.Unmarshal(leaf, &found); err != nil {
			return nil, nil, nil, err
		}
		if found.I != int64(index) {
			return nil, nil, nil, fmt.Errorf("entry %d says that it is %d", index, found.I)
		}
		var d struct {
			E     int               `json:"e"`
			Vkey  string            `json:"vkey"`
			Next  string            `json:"next"`
			Files map[string]string `json:"files"`
		}
		if found.K == "boot" {
			delete(due, int64(index))
		}
		if signed[found.K] {
			due[int64(index)+1] = true
		}
		switch found.K {
		case "epoch", "epoch_end", "export":
			if err := json.Unmarshal(found.D, &d); err != nil {
				return nil, nil, nil, err
			}
		}
		switch found.K {
		case "epoch":
			verifier, err := note.NewVerifier(d.Vkey)
			if err != nil {
				return nil, nil, nil, err
			}
			number := len(epochs)
			if d.E != number || verifier.Name() != fmt.Sprintf("%s/e/%d", origin, number) {
				return nil, nil, nil, errors.New("another epoch")
			}
			if number > 0 {
				sum := sha256.Sum256([]byte(d.Vkey))
				if epochs[number-1].end == 0 || epochs[number-1].next != hex.EncodeToString(sum[:]) {
					return nil, nil, nil, errors.New("the key of the epoch was not promised")
				}
			}
			epochs = append(epochs, epoch{verifier: verifier, start: int64(index), next: d.Next})
		case "epoch_end":
			if len(epochs) != d.E+1 || epochs[d.E].end != 0 {
				return nil, nil, nil, errors.New("no such epoch is open")
			}
			epochs[d.E].end = int64(index) + 1
		case "export":
			beside = d.Files
		}
	}
	return epochs, beside, due, nil
}

// checkNotes demands of each checkpoint the signatures of the identity and of its epoch's key.
func checkNotes(files map[string][]byte, head checkpoint, hashes []tlog.Hash, identity note.Verifier, epochs []epoch, due map[int64]bool) error {
	sizes := map[int64]bool{}
	for path, raw := range files {
		if path != "log/checkpoint" && !strings.HasPrefix(path, "log/checkpoints/") {
			continue
		}
		found, err := parse(raw)
		if err != nil {
			return err
		}
		named := path == "log/checkpoint" || path == fmt.Sprintf("log/checkpoints/%d", found.size)
		if !named || found.origin != head.origin || found.size > head.size {
			return errors.New("a checkpoint that does not belong here: " + path)
		}
		at := -1
		for number, each := range epochs {
			if each.start < found.size && (each.end == 0 || found.size <= each.end) {
				at = number
			}
		}
		if at < 0 {
			return errors.New("no epoch was open: " + path)
		}
		opened, err := note.Open(raw, note.VerifierList(identity, epochs[at].verifier))
		if err != nil {
			return err
		}
		if len(opened.Sigs) != 2 || len(opened.UnverifiedSigs) != 0 {
			return errors.New("not the two signatures: " + path)
		}
		again, err := note.Sign(&note.Note{Text: opened.Text, Sigs: opened.Sigs})
		if err != nil || !bytes.Equal(again, raw) {
			return errors.New("another spelling: " + path)
		}
		sizes[found.size] = true
	}
	for _, each := range epochs {
		if each.end != 0 && !sizes[each.end] {
			return errors.New("an epoch without its closing checkpoint")
		}
	}
	for size := range due {
		if !sizes[size] {
			return errors.New("a checkpoint is missing")
		}
	}
	if !bytes.Equal(files[fmt.Sprintf("log/checkpoints/%d", head.size)], head.raw) {
		return errors.New("the newest checkpoint is not kept")
	}
	return nil
}

type tileReader struct {
	files map[string][]byte
	size  int64
}

func (reader tileReader) Height() int { return height }

func (reader tileReader) SaveTiles([]tlog.Tile, [][]byte) {}

func (reader tileReader) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range wanted {
		count := reader.size>>uint(height*tile.L) - tile.N*width
		if count > width {
			count = width
		}
		content, ok := reader.files[tilePath(strconv.Itoa(tile.L), tile.N, count)]
		if !ok || len(content) != int(count)*tlog.HashSize {
			return nil, errors.New("a tile is missing or of another length")
		}
		found = append(found, content[:tile.W*tlog.HashSize])
	}
	return found, nil
}

// checkProofs proves each entry and each checkpoint out of the stored tiles.
func checkProofs(files map[string][]byte, head checkpoint, leaves [][]byte, hashes []tlog.Hash) error {
	tiles := tlog.TileHashReader(tlog.Tree{N: head.size, Hash: head.root}, tileReader{files, head.size})
	for index := range leaves {
		proof, err := tlog.ProveRecord(head.size, int64(index), tiles)
		if err != nil {
			return err
		}
		hash := tlog.RecordHash(leaves[index])
		if err := tlog.CheckRecord(proof, head.size, head.root, int64(index), hash); err != nil {
			return err
		}
	}
	for path, raw := range files {
		if !strings.HasPrefix(path, "log/checkpoints/") {
			continue
		}
		old, err := parse(raw)
		if err != nil {
			return err
		}
		proof, err := tlog.ProveTree(head.size, old.size, tiles)
		if err != nil {
			return err
		}
		if err := tlog.CheckTree(proof, head.size, head.root, old.size, old.root); err != nil {
			return err
		}
	}
	return checkTiles(files, head.size, hashes)
}

func checkTiles(files map[string][]byte, size int64, hashes []tlog.Hash) error {
	for _, path := range tilePaths(size, false) {
		var computed []byte
		for n := int64(0); n < path.count; n++ {
			hash := hashes[tlog.StoredHashIndex(height*path.level, path.number*width+n)]
			computed = append(computed, hash[:]...)
		}
		if !bytes.Equal(files[path.name], computed) {
			return errors.New("another tile: " + path.name)
		}
	}
	return nil
}

type place struct {
	name          string
	level         int
	number, count int64
}

func tilePaths(size int64, entries bool) []place {
	var found []place
	for level, left := 0, size; left > 0; level, left = level+1, left>>height {
		for number := int64(0); number*width < left; number++ {
			count := left - number*width
			if count > width {
				count = width
			}
			found = append(found, place{tilePath(strconv.Itoa(level), number, count), level, number, count})
			if entries && level == 0 {
				found = append(found, place{tilePath("entries", number, count), -1, number, count})
			}
		}
	}
	return found
}

// checkFiles refuses every byte that nobody has read, and every file that is missing.
func checkFiles(files map[string][]byte, size int64, beside map[string]string) error {
	known := map[string]bool{"log/checkpoint": true}
	for _, path := range tilePaths(size, true) {
		known[path.name] = true
	}
	for path, content := range files {
		if strings.HasPrefix(path, "log/") {
			if !known[path] && !strings.HasPrefix(path, "log/checkpoints/") {
				return errors.New("nobody reads " + path)
			}
			continue
		}
		sum := sha256.Sum256(content)
		if beside[path] != hex.EncodeToString(sum[:]) {
			return errors.New("not the file that was exported: " + path)
		}
	}
	for path := range beside {
		if _, ok := files[path]; !ok {
			return errors.New("missing: " + path)
		}
	}
	return nil
}
