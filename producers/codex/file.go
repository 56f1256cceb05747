package codex

import (
	"bytes"
	"errors"
	"io"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// file is what the lines read so far say to the ones that follow.
type file struct {
	sessions map[string]*session // by own id
	current  *session            // the owner of what follows; nil before a session is named
	payload  object              // reused from record to record
}

// recordStart is where reading continues after a record that broke off: a process that
// was killed in a write leaves a line without end, and its successor writes on. A
// record whose members are in another order is searched for as well.
var recordStart = []byte(`{"timestamp":"`)

// maxTorn bounds how often that is tried in one line, and maxStarts how many places are
// tried that may begin a record or a part of one.
const (
	maxTorn   = 8
	maxStarts = 64
)

func newFile() *file { return &file{sessions: map[string]*session{}} }

// record is one JSON value of a line.
type record struct {
	raw     []byte // its bytes, without white space around
	kind    string
	at      domain.Instant
	body    []byte // the payload's bytes
	payload object
	bare    object // the members beside the payload
}

// line returns what one line records. A line may hold several records, when a newline
// got lost, and a torn one with a later record behind it.
func (f *file) line(l producers.Line) producers.Record {
	out := producers.Record{Line: l.Number}
	rest := l.Text
	for index, torn := 0, 0; ; index++ {
		rest = bytes.TrimSpace(rest)
		if len(rest) == 0 {
			break
		}
		r, n, err := f.parse(rest)
		if err != nil {
			out.Unreadable = whyUnreadable(rest, err)
			at := f.nextRecord(rest)
			if torn++; at < 0 || torn > maxTorn {
				break
			}
			rest = rest[at:]
			continue
		}
		rest = rest[n:]
		e := &entry{line: l.Number, index: index}
		if why := f.read(e, &r); why != "" {
			out.Unreadable = why
		}
		out.Drafts = append(out.Drafts, e.drafts...)
		if out.Skipped == "" {
			out.Skipped = e.skipped
		}
	}
	switch {
	case len(out.Drafts) > 0 || out.Unreadable != "":
		out.Skipped = ""
	case out.Skipped == "":
		out.Skipped = "blank line"
	}
	return out
}

// nextRecord is where a record begins behind the one with which in begins, -1 for none.
func (f *file) nextRecord(in []byte) int {
	usual := indexFrom(in, 1, recordStart)
	for at, tries := 0, 0; tries < maxStarts; tries++ {
		at = earlier(indexFrom(in, at+1, []byte(`{"type":"`)), indexFrom(in, at+1, []byte(`{"payload":{`)))
		if at < 0 || usual >= 0 && usual < at {
			break
		}
		if r, _, err := f.parse(in[at:]); err == nil && r.payload != nil && r.kind != "" && r.bare.has("timestamp") {
			return at
		}
	}
	return usual
}

// indexFrom returns the index of a mark at or after a place, -1 for none.
func indexFrom(in []byte, from int, mark []byte) int {
	at := bytes.Index(in[from:], mark)
	if at < 0 {
		return -1
	}
	return from + at
}

// earlier returns the first of two places, where -1 means none.
func earlier(a, b int) int {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

// parse reads the first value of in, which takes n bytes, in one pass: the members
// of the record and of its payload.
func (f *file) parse(in []byte) (r record, n int, err error) {
	d := decode(in)
	defer d.done()
	if d.PeekKind() != '{' {
		v, err := d.value()
		return record{raw: v}, len(v), err
	}
	var payload object
	r.bare, err = d.members(make(object, 0, 8), func(name []byte) (bool, error) {
		if string(name) != "payload" || d.PeekKind() != '{' {
			return false, nil
		}
		from := int(d.InputOffset())
		payload, err = d.members(f.payload[:0], nil)
		r.body = bytes.TrimLeft(in[from:d.InputOffset()], " \t\r\n:")
		return true, err
	})
	if err != nil {
		return r, 0, err
	}
	if payload != nil {
		f.payload, r.payload = payload, payload
	}
	n = int(d.InputOffset())
	r.raw = in[:n]
	r.kind = r.bare.text("type")
	r.at = instantOf(r.bare.raw("timestamp"))
	return r, n, nil
}

// instantOf is the record's own time, or why there is none.
func instantOf(raw []byte) domain.Instant {
	if len(raw) == 0 {
		return domain.UnknownInstant(domain.UnknownNotRecorded)
	}
	text := textOf(raw)
	at, err := domain.ParseInstant(text)
	if err == nil {
		return at
	}
	if _, err := time.Parse("2006-01-02T15:04:05.999999999", text); err == nil {
		return domain.UnknownInstant(domain.UnknownNoZone)
	}
	return domain.UnknownInstant(domain.UnknownUnparsable)
}

func whyUnreadable(in []byte, err error) string {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return "torn line"
	case in[0] != '{' && in[0] != '[' && in[0] != '"':
		return "not JSON"
	}
	return "bad JSON"
}
