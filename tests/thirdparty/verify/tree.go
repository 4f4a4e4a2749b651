// The entries and the tiles: what is hashed, and what must follow from it.

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"golang.org/x/mod/sumdb/tlog"
)

const height = 8
const width = 1 << height

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
