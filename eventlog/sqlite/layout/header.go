package layout

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
)

// The fields of the header of an SQLite file that identify the program that
// owns the file.
const (
	fileHeaderSize = 100
	fileMagic      = "SQLite format 3\x00"
	atApplication  = 68 // 4 bytes, big endian
)

// CheckFile checks whose file it is, without SQLite. No connection of this
// process may have it open.
//
// Errors: [eventlog.ErrCorrupt] for a file that is no log of claw.
func CheckFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	var header [fileHeaderSize]byte
	_, err = io.ReadFull(f, header[:])
	switch {
	case errors.Is(err, io.EOF):
		return notOurs(path, "it is empty")
	case errors.Is(err, io.ErrUnexpectedEOF) || err == nil && string(header[:len(fileMagic)]) != fileMagic:
		return notOurs(path, "it is no SQLite database")
	case err != nil:
		return err
	}
	if id := binary.BigEndian.Uint32(header[atApplication:]); id != applicationID {
		return notOurs(path, "it is the SQLite database of another application")
	}
	return nil
}

// Check is CheckFile for a database that is open, and learns its format:
// newer is the refusal of appends when a later version wrote it.
func Check(c *db.Conn, path string) (format int64, newer, err error) {
	id, err := c.Number("PRAGMA application_id")
	if err != nil {
		return 0, nil, err
	}
	if id != applicationID {
		return 0, nil, notOurs(path, "it is the SQLite database of another application")
	}
	format, err = c.Number("PRAGMA user_version")
	switch {
	case err != nil:
		return 0, nil, err
	case format < 1:
		return 0, nil, notOurs(path, "its format has no version")
	case format > FormatNewest:
		return format, fault.Refusal(path, &domain.Error{Kind: domain.ErrUnavailable,
			Message: "a newer claw wrote this log (format " + strconv.FormatInt(format, 10) + ", this one writes " + strconv.Itoa(FormatNewest) + "): it can only be read",
			Detail:  map[string]any{"format": format, "supported": FormatNewest},
			Hint:    "update claw"}), nil
	}
	return format, nil, nil
}

func notOurs(path, why string) error {
	return eventlog.Fail(eventlog.ErrCorrupt, &domain.Error{Kind: domain.ErrCorrupt, Operation: "open log", Target: path,
		Message: "not a claw log: " + why, Hint: "name the file of a log; if this was one, take it from a backup"})
}
