// Proofs out of the stored tiles.

package main

import (
	"errors"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

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
