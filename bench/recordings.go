package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/clawable/claw/producers"
)

// findRecordings returns the files under dir that the reader takes for its own, in
// the order of their names; none when there is no dir.
func findRecordings(dir string, reader producers.Reader) (found [][]byte, err error) {
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		return nil, nil
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".jsonl" {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && reader.Sniff(text[:min(len(text), 64<<10)]) {
			found = append(found, text)
		}
		return err
	})
	return found, err
}

// uuids are what both agents name their sessions and records by.
var uuids = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// inflate repeats recordings until they have at least size bytes; the ids of each
// copy are its own.
func inflate(recordings [][]byte, size int) (files [][]byte) {
	for copied, round := 0, 0; copied < size; round++ {
		for _, text := range recordings {
			if copied >= size {
				break
			}
			text = uuids.ReplaceAllFunc(text, func(id []byte) []byte { return renamed(id, round) })
			files = append(files, text)
			copied += len(text)
		}
	}
	return files
}

// renamed changes the begin of an id, by the round.
func renamed(id []byte, round int) []byte {
	id = slices.Clone(id)
	for i, c := range fmt.Appendf(nil, "%06x", round) {
		id[i] = hex(bytes.IndexByte(digits, id[i]) ^ bytes.IndexByte(digits, c))
	}
	return id
}

var digits = []byte("0123456789abcdef")

func hex(i int) byte { return digits[i] }
