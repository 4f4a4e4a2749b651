// The checkpoints: their only spelling and their signatures.

package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type checkpoint struct {
	size   int64
	root   tlog.Hash
	raw    []byte
	origin string
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
