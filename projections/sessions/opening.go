package sessions

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/values"
)

// Opening is the first meaningful words that a person wrote to a session, see [wordsOf]: the name
// of its conversation. Words without information ([IsBare]) are kept only until others come.
type Opening struct {
	At   values.Time    `json:"at,omitzero"`
	ID   domain.EventID `json:"id"`
	Seq  uint64         `json:"seq,omitzero,string"`
	Text string         `json:"text"` // one line
}

// IsZero reports whether no prompt was recorded.
func (o Opening) IsZero() bool { return o.Text == "" }

// offer keeps the first prompt by (observed, unknown last; place in its source; id), bare ones
// last.
func (o *Opening) offer(e *domain.Event, text string) {
	if text == "" {
		return
	}
	x := Opening{At: values.TimeOf(e), ID: e.ID, Seq: e.Seq, Text: text}
	if o.IsZero() || x.before(o) {
		*o = x
	}
}

func (o *Opening) before(u *Opening) bool {
	if bare := IsBare(o.Text); bare != IsBare(u.Text) {
		return !bare
	}
	if o.At != u.At {
		return o.At.Before(u.At)
	}
	return cmp.Or(cmp.Compare(o.Seq, u.Seq), o.ID.Compare(u.ID), cmp.Compare(o.Text, u.Text)) < 0
}

// appendMember writes a member unless no prompt was recorded.
func (o Opening) appendMember(w *statejson.Writer, n string) {
	if o.IsZero() {
		return
	}
	w.Name(n)
	w.Open('{')
	o.At.AppendMember(w, "at")
	w.ID("id", o.ID)
	w.Seq(o.Seq)
	w.Text("text", o.Text)
	w.Close('}')
}

// maxOpening is the most runes of an opening.
const maxOpening = 120

// openingOf reads the real words of a message that a person wrote, or of the prompt that a turn
// starts with; "" for any other.
func openingOf(e *domain.Event) (string, error) {
	var role, text, prompt []byte
	synthetic := false
	d := payload.MembersOf(e.Data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
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
			return "", d.Err()
		}
		return wordsOf(agentOf(e), d.Words(prompt)), d.Err()
	}
	if synthetic || string(role) != `"`+string(domain.RoleUser)+`"` || len(text) == 0 {
		return "", d.Err()
	}
	return wordsOf(agentOf(e), d.Words(text)), d.Err()
}

// agentOf is the agent whose session an event is of.
func agentOf(e *domain.Event) string {
	agent, _ := e.Session().Split()
	return agent
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
