package sink

import (
	"bytes"
	"context"
	"io"
	"os"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// jsonl appends deliveries to a file, a line each. A delivery is durable when Send returns. What a crash
// left of a line is removed before the next one is written, and a line that a crash left whole is not
// written again.
type jsonl struct {
	config *Config
	last   string // key of the last line; known once mended
	mended bool
}

// Send implements [Sender].
func (j *jsonl) Send(_ context.Context, d *Delivery) error {
	text, err := d.Text()
	if err != nil {
		return err
	}
	return errors.Wrapf(j.write(append(text, '\n'), d.Key), "append to %s", j.config.Path)
}

func (j *jsonl) write(line []byte, key string) (err error) {
	if info, err := os.Lstat(j.config.Path); err == nil && !info.Mode().IsRegular() {
		return &domain.Error{Kind: domain.ErrFilesystem, Operation: "append to", Target: j.config.Path, Message: "not a regular file", Retryable: true, Hint: "name another path"}
	}
	f, err := os.OpenFile(j.config.Path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.CombineErrors(err, f.Close()) }()
	end, err := j.mend(f)
	if err != nil || j.last == key {
		return err
	}
	j.mended = false // until the line is complete
	if _, err := f.WriteAt(line, end); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	j.last, j.mended = key, true
	return nil
}

// mostLine is how long a line can be that is searched for, in bytes.
const mostLine = 64 << 20

// mend returns the end of the last complete line; the first time it removes what follows it.
func (j *jsonl) mend(f *os.File) (end int64, err error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || j.mended {
		return size, err
	}
	from := max(0, size-mostLine)
	tail := make([]byte, size-from)
	if _, err := f.ReadAt(tail, from); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	whole := tail[:bytes.LastIndexByte(tail, '\n')+1]
	if half := tail[len(whole):]; len(half) > 0 && half[0] != '{' && half[0] != 0 {
		return 0, &domain.Error{Kind: domain.ErrCorrupt, Operation: "append to", Target: j.config.Path, Message: "holds something else than lines of JSON", Retryable: true, Hint: "name another path"}
	}
	last := bytes.TrimSuffix(whole, []byte("\n"))
	var d struct {
		Key string `json:"idempotency_key"`
	}
	if json.Unmarshal(last[bytes.LastIndexByte(last, '\n')+1:], &d) == nil {
		j.last = d.Key
	}
	j.mended = true
	return from + int64(len(whole)), f.Truncate(from + int64(len(whole)))
}
