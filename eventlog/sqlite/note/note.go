package note

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/place"
	"github.com/clawable/claw/internal/files"
)

// Most damage is encountered by a reader of the place: an append looks at the end of a log only.
// So what was found is noted in the file PATH-damage, and as long as it is there nothing is
// appended:
//
//	2621447 5 the event is missing
//
// in which the first number is that of the file in its file system, 0 where files have none, and
// the second the position, 0 for damage of the file itself.
//
// A note is of one file: put another in its place, and it counts no more. A verification that
// finds nothing removes it.
type note struct {
	inode, position uint64
	message         string
}

// Write notes damage of the log at path, whose file has the number inode, 0 where it is not known.
// What was noted first stays. Where nothing may be written, nothing is.
func Write(path string, inode uint64, found *eventlog.Damage) error {
	f, err := os.OpenFile(path+place.NoteSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL|files.NoFollow, 0o600)
	if fault.Denied(err) || errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, inode, found.Position.Number(), strings.ReplaceAll(found.Message, "\n", " "))
	return errors.Join(err, f.Close())
}

// Remove removes the note of the log at path, if there is one.
func Remove(path string) error { return fault.IgnoreMissing(os.Remove(path + place.NoteSuffix)) }

// Refusal is that of appends to the log at path of which damage was noted; nil for none. inode is
// the number of the log's file, 0 where it is not known.
func Refusal(path string, inode uint64) error {
	if _, err := os.Lstat(path + place.NoteSuffix); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	n := read(path)
	if n.inode != 0 && inode != 0 && n.inode != inode {
		return nil // of a file that was here before
	}
	damage := eventlog.Corrupt(domain.PositionAt(n.position), n.message)
	if n.position == 0 {
		damage = eventlog.Fail(eventlog.ErrCorrupt, &domain.Error{Kind: domain.ErrCorrupt, Operation: "open log", Target: path, Message: n.message, Next: domain.Step{Code: nextstep.VerifyLog}})
	}
	e := &domain.Error{Kind: domain.ErrCorrupt, Message: "the log is damaged and can only be read: " + n.message, Next: domain.Step{Code: nextstep.RestoreOrExport}}
	if n.position > 0 {
		e.Detail = map[string]any{"position": n.position}
	}
	return fault.Refusal(path, e.Because(damage))
}

// read reads the note; one that cannot be read is a note all the same.
func read(path string) (n note) {
	text, _ := os.ReadFile(path + place.NoteSuffix)
	inode, rest, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	position, message, _ := strings.Cut(rest, " ")
	n.inode, _ = strconv.ParseUint(inode, 10, 64)
	n.position, _ = strconv.ParseUint(position, 10, 64)
	n.message = cmp.Or(message, "damage was found before")
	return n
}
