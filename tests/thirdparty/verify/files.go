// The files of an export, all of them and no other.

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

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
