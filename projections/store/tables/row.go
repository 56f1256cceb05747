package tables

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"

	"zombiezen.com/go/sqlite"
)

// HashOf is a hash of a key that stays the same.
func HashOf(key string) int64 {
	sum := sha256.Sum256([]byte(key))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// Step runs a statement that returns no rows.
func Step(stmt *sqlite.Stmt) error {
	_, err := stmt.Step()
	return errors.Join(err, stmt.Reset())
}

// ReadBlob reads a column into buf, which it grows.
func ReadBlob(stmt *sqlite.Stmt, column int, buf []byte) []byte {
	n := stmt.ColumnLen(column)
	buf = slices.Grow(buf[:0], n)[:n]
	return buf[:stmt.ColumnBytes(column, buf)]
}
