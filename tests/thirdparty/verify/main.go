// A strict verifier of exported logs, built on golang.org/x/mod/sumdb alone.
//
//	verify VKEY < folders      one folder a line in, "ok …" or "refused …" a line out
//
// It reads what anybody can read without the rules of a card game: notes, signatures, epochs,
// entries, tiles, proofs, and the list of the files beside the log.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

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
