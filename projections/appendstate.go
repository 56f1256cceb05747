package projections

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// appender is an entity that writes its own RFC 8785 form: those that come by the
// million, as reflection is most of the cost of a rebuild.
type appender interface {
	appendState(w *stateWriter)
}

// stateWriter writes the members of objects; the caller writes names in order.
type stateWriter struct {
	b     []byte
	first bool
	err   error
}

func (w *stateWriter) open(c byte) { w.b, w.first = append(w.b, c), true }

func (w *stateWriter) close(c byte) { w.b, w.first = append(w.b, c), false }

func (w *stateWriter) comma() {
	if !w.first {
		w.b = append(w.b, ',')
	}
	w.first = false
}

func (w *stateWriter) name(n string) {
	w.comma()
	w.b = append(append(append(w.b, '"'), n...), '"', ':')
}

func (w *stateWriter) quote(s string) {
	b, err := jsontext.AppendQuote(w.b, s)
	w.b = b
	if err != nil && w.err == nil {
		w.err = err
	}
}

// quotedName is name for one that may need escapes.
func (w *stateWriter) quotedName(n string) {
	w.comma()
	w.quote(n)
	w.b = append(w.b, ':')
}

// texts writes a member unless there is none.
func (w *stateWriter) texts(n string, texts []string) {
	if texts == nil {
		return
	}
	w.name(n)
	w.open('[')
	for _, s := range texts {
		w.comma()
		w.quote(s)
	}
	w.close(']')
}

// text writes a member unless it is "".
func (w *stateWriter) text(n, s string) {
	if s != "" {
		w.name(n)
		w.quote(s)
	}
}

func (w *stateWriter) number(n string, v int64) {
	w.name(n)
	w.b = strconv.AppendInt(w.b, v, 10)
}

func (w *stateWriter) time(n string, t Time) {
	if t.Known() {
		w.name(n)
		w.b = append(t.append(append(w.b, '"')), '"')
	}
}

func (w *stateWriter) flag(n string, on bool) {
	if on {
		w.name(n)
		w.b = append(w.b, "true"...)
	}
}

func (w *stateWriter) id(n string, id domain.EventID) {
	w.name(n)
	w.bareID(id)
}

// knownID writes a member unless there is no event.
func (w *stateWriter) knownID(n string, id domain.EventID) {
	if !id.IsZero() {
		w.id(n, id)
	}
}

func (w *stateWriter) bareID(id domain.EventID) {
	w.b, _ = id.AppendText(append(w.b, '"')) // it never fails
	w.b = append(w.b, '"')
}

func (w *stateWriter) ids(n string, ids []domain.EventID) {
	w.name(n)
	w.open('[')
	for _, id := range ids {
		w.comma()
		w.bareID(id)
	}
	w.close(']')
}

func (w *stateWriter) pick(n string, p Pick) {
	if p.IsZero() {
		return
	}
	w.name(n)
	w.open('{')
	w.id("id", p.ID)
	w.name("value")
	w.quote(p.Value)
	w.close('}')
}

func (w *stateWriter) sightings(n string, s Sightings) {
	w.name(n)
	w.open('[')
	for _, x := range s {
		w.comma()
		w.open('{')
		w.time("first", x.First)
		w.text("session", string(x.Session))
		w.text("turn", string(x.Turn))
		w.close('}')
	}
	w.close(']')
}

func (m *Message) appendState(w *stateWriter) {
	w.open('{')
	w.text("role", string(m.Role))
	w.sightings("sessions", m.Sessions)
	w.flag("synthetic", m.Synthetic)
	w.close('}')
}

func (r *Response) appendState(w *stateWriter) {
	w.open('{')
	w.time("first", r.First)
	w.id("id", r.ID)
	w.pick("model", r.Model)
	w.sightings("sessions", r.Sessions)
	w.flag("together", r.Together)
	w.name("tokens")
	w.open('{')
	w.number("cache_creation_tokens", r.Tokens.CacheCreation)
	w.number("cache_read_tokens", r.Tokens.CacheRead)
	w.number("input_tokens", r.Tokens.Input)
	w.number("output_tokens", r.Tokens.Output)
	w.number("reasoning_tokens", r.Tokens.Reasoning)
	w.close('}')
	w.close('}')
}

func (t *Tool) appendState(w *stateWriter) {
	w.open('{')
	w.pick("command", t.Command)
	w.knownID("completed", t.Completed)
	if t.End != nil {
		w.name("end")
		t.End.appendState(w)
	}
	w.ids("events", t.Events)
	w.texts("files", t.Files)
	w.time("first", t.First)
	w.time("last", t.Last)
	w.pick("name", t.Name)
	w.knownID("request", t.Request)
	w.time("requested", t.Requested)
	t.Rulings.appendState(w)
	w.flag("running", t.Running)
	w.pick("server", t.Server)
	w.sightings("sessions", t.Sessions)
	w.time("started", t.Started)
	appendWords(w, t.Words)
	w.close('}')
}

func (t *ToolEnd) appendState(w *stateWriter) {
	w.open('{')
	w.time("at", t.At)
	w.text("by", t.By)
	if t.DurationMS != 0 {
		w.number("duration_ms", t.DurationMS)
	}
	w.text("error_kind", t.ErrorKind)
	w.text("exit_code", t.ExitCode)
	w.id("id", t.ID)
	w.texts("paths", t.Paths)
	w.text("status", string(t.Status))
	w.knownID("use", t.Use)
	w.close('}')
}
