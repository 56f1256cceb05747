package tools

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/values"
)

// Word is what one event says of a tool call.
type Word struct {
	At      values.Time      `json:"at,omitzero"`
	Causes  []domain.EventID `json:"causes,omitzero"`
	Command string           `json:"command,omitzero"`
	Emitter domain.EmitterID `json:"emitter,omitzero"`
	End     *End             `json:"end,omitzero"`
	Epoch   domain.Epoch     `json:"epoch,omitzero"`
	Files   []string         `json:"files,omitzero"`
	ID      domain.EventID   `json:"id"`
	Kind    domain.Kind      `json:"kind"`
	Name    string           `json:"name,omitzero"`
	Ruling  *Ruling          `json:"ruling,omitzero"`
	Said    string           `json:"said,omitzero"` // hash of the payload, "" of one that was erased
	Seq     uint64           `json:"seq,omitzero,string"`
	Server  string           `json:"server,omitzero"` // of MCP
	Turn    domain.TurnID    `json:"turn,omitzero"`
}

func wordOf(e *domain.Event, p *Data) Word {
	w := Word{At: values.TimeOf(e), Causes: e.Causes, Emitter: e.Emitter, Epoch: e.Epoch, ID: e.ID, Kind: e.Kind, Seq: e.Seq, Turn: e.Subject.Turn.Value,
		Command: p.asked.command, Files: p.asked.files, Name: p.name, Server: p.server}
	switch calls.RoleOf(e.Kind) {
	case calls.Rules:
		w.Ruling = &p.ruling
	case calls.Ends:
		w.End = endOf(e, p.end)
	case calls.Asks, calls.Runs:
	}
	return w
}

// endOf is the end of a call that an event records.
func endOf(e *domain.Event, end End) *End {
	end.At, end.ID, end.Status = values.TimeOf(e), e.ID, Status(e.Kind[len("tool."):])
	for _, cause := range e.Causes {
		if domain.ResultOf(cause) == e.ID {
			end.Use = cause
		}
	}
	return &end
}

// saidOf is a hash of what an event says, "" of one that was erased.
func saidOf(e *domain.Event) string {
	if e.Erased || len(e.Data) == 0 {
		return ""
	}
	sum := sha256.Sum256(slices.Concat([]byte(e.Kind), []byte{0}, e.Data))
	return hex.EncodeToString(sum[:len(calls.Said{})])
}

// hold adds a word, sorted by id. Of several contents under one id the least is kept. Of the
// outputs that an emitter records in a turn the first and the last are held: a call may give out
// thousands.
func (t *Tool) hold(w *Word) {
	i, held := slices.BinarySearchFunc(t.Words, w.ID, func(x Word, id domain.EventID) int { return x.ID.Compare(id) })
	switch {
	case !held:
		t.Words = slices.Insert(t.Words, i, *w)
	case bytes.Compare(w.state(), t.Words[i].state()) < 0:
		t.Words[i] = *w
	}
	if w.Kind == domain.KindToolOutput {
		t.dropBetween(w)
	}
}

func (w *Word) state() []byte {
	var s statejson.Writer
	w.appendState(&s)
	return s.Bytes()
}

// dropBetween drops the outputs of w's emitter and turn that are neither the first nor the last.
func (t *Tool) dropBetween(w *Word) {
	var first, last *Word
	same := func(x *Word) bool { return x.Kind == w.Kind && x.Emitter == w.Emitter && x.Turn == w.Turn }
	for i := range t.Words {
		x := &t.Words[i]
		switch {
		case !same(x):
		case first == nil:
			first, last = x, x
		default:
			if x.before(first) {
				first = x
			}
			if last.before(x) {
				last = x
			}
		}
	}
	keep := []domain.EventID{first.ID, last.ID}
	t.Words = slices.DeleteFunc(t.Words, func(x Word) bool { return same(&x) && !slices.Contains(keep, x.ID) })
}

// before reports whether the emitter of both recorded w before x.
func (w *Word) before(x *Word) bool {
	a, b := w.spoken(), x.spoken()
	return a.Compare(&b) < 0
}

// spoken returns the word as package calls reads it, to distinguish the calls of an id.
func (w *Word) spoken() calls.Word {
	s := calls.Word{ID: w.ID, Role: calls.RoleOf(w.Kind), Emitter: w.Emitter, Epoch: w.Epoch, Seq: w.Seq, At: int64(w.At), Turn: w.Turn, Causes: w.Causes}
	_, _ = hex.Decode(s.Said[:], []byte(w.Said)) // our own; another text is none
	return s
}

// appendWords writes the member "words", unless there are none.
func appendWords(s *statejson.Writer, words []Word) {
	if words == nil {
		return
	}
	s.Name("words")
	s.Open('[')
	for i := range words {
		s.Comma()
		words[i].appendState(s)
	}
	s.Close(']')
}

func (w *Word) appendState(s *statejson.Writer) {
	s.Open('{')
	w.At.AppendMember(s, "at")
	if w.Causes != nil {
		s.IDs("causes", w.Causes)
	}
	s.Text("command", w.Command)
	s.Text("emitter", string(w.Emitter))
	if w.End != nil {
		s.Name("end")
		w.End.appendState(s)
	}
	s.Epoch(w.Epoch)
	s.Texts("files", w.Files)
	s.ID("id", w.ID)
	s.Name("kind")
	s.Quote(string(w.Kind))
	s.Text("name", w.Name)
	if w.Ruling != nil {
		s.Name("ruling")
		w.Ruling.appendState(s)
	}
	s.Text("said", w.Said)
	s.Seq(w.Seq)
	s.Text("server", w.Server)
	s.Text("turn", string(w.Turn))
	s.Close('}')
}
