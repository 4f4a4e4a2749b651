// What the entries say: epochs, files beside the log, sizes that must be signed.

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"golang.org/x/mod/sumdb/note"
)

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
