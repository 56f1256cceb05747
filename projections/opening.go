package projections

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
)

// Opening is how the first prompt of a session begins, of what people wrote: a name
// for a conversation to which nobody gave a title.
type Opening struct {
	At   Time           `json:"at,omitzero"`
	ID   domain.EventID `json:"id"`
	Seq  uint64         `json:"seq,omitzero,string"`
	Text string         `json:"text"` // one line
}

// IsZero reports whether no prompt was recorded.
func (o Opening) IsZero() bool { return o.Text == "" }

// offer keeps the first prompt by (observed, unknown last; place in its source; id).
func (o *Opening) offer(e *domain.Event, text string) {
	if text == "" {
		return
	}
	x := Opening{At: timeOf(e), ID: e.ID, Seq: e.Seq, Text: text}
	if o.IsZero() || x.before(o) {
		*o = x
	}
}

func (o *Opening) before(u *Opening) bool {
	if o.At != u.At {
		return o.At.Before(u.At)
	}
	return cmp.Or(cmp.Compare(o.Seq, u.Seq), o.ID.Compare(u.ID), cmp.Compare(o.Text, u.Text)) < 0
}

// maxOpening is the most runes of an opening.
const maxOpening = 120

// openingOf reads the words of a message that a person wrote, "" for any other; or the
// prompt that a turn starts with.
func openingOf(e *domain.Event) (string, error) {
	var role, text, prompt []byte
	synthetic := false
	d := membersOf(e.Data)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		switch string(name) {
		case "role":
			role = v
		case "synthetic":
			synthetic = string(v) == "true"
		case "text":
			text = v
		case "prompt":
			prompt = v
		}
	}
	if e.Kind == domain.KindTurnStarted {
		if len(prompt) == 0 {
			return "", d.err()
		}
		return oneLine(d.words(prompt)), d.err()
	}
	if synthetic || string(role) != `"`+string(domain.RoleUser)+`"` || len(text) == 0 {
		return "", d.err()
	}
	return oneLine(d.words(text)), d.err()
}

// words decodes a text, of one that was cut its head; what was scrubbed has none.
func (m *members) words(value []byte) string {
	if value[0] != '{' {
		return m.text(value)
	}
	cut := membersOf(value)
	for name, v, ok := cut.next(); ok; name, v, ok = cut.next() {
		if string(name) != "cut" {
			continue
		}
		parts := membersOf(v)
		for name, v, ok := parts.next(); ok; name, v, ok = parts.next() {
			if string(name) == "head" {
				return m.text(v)
			}
		}
	}
	return ""
}

// oneLine joins the words of a text by single spaces, up to maxOpening runes.
func oneLine(s string) string {
	line, runes := make([]byte, 0, min(len(s), maxOpening)+len("…")), 0
	for word := range strings.FieldsSeq(s) {
		if runes > 0 && runes < maxOpening {
			line = append(line, ' ')
			runes++
		}
		for _, r := range word {
			if runes == maxOpening {
				return string(line) + "…"
			}
			line = utf8.AppendRune(line, r)
			runes++
		}
	}
	return string(line)
}
