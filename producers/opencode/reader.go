package opencode

import (
	"context"
	"io"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// Source is the name of OpenCode in session ids, emitters and channels.
const Source = "opencode"

// Reader reads exports and files of the storage folder, of OpenCode or of a program that
// keeps its sessions as OpenCode does. It has no state: one may be used by many at once.
type Reader struct{ source string }

var _ producers.Reader = Reader{}

// New returns a reader of what OpenCode keeps.
func New() Reader { return Reader{Source} }

// Source implements [producers.Reader].
func (r Reader) Source() string { return r.source }

// Read implements [producers.Reader].
func (r Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return producers.Documents(ctx, input, func(d *producers.Document) {
		d.Walk(&reading{d: d, source: r.source})
	})
}

// reading is a pass over a document: what its records so far say to later ones.
type reading struct {
	d       *producers.Document
	source  string        // of the sessions
	own     string        // the session's own id, "" before one is named
	revert  string        // the message from which on a person took the session back
	turn    domain.TurnID // of the last prompt
	message *message      // the one whose parts follow, nil outside of one
	repeats producers.Repeats
}

// Enter implements [producers.Visitor].
func (r *reading) Enter(path string, rest []byte) bool {
	switch path {
	case "":
		return isExport(rest)
	case "messages/*":
		r.message = nil
		return rest[0] == '{'
	}
	return path == "messages" || path == "messages/*/parts"
}

// Lead implements [producers.Visitor]. A session names what is in it, a message its parts.
func (r *reading) Lead(path, name string) string {
	if path == "" && name == "messages" || path == "messages/*" && name == "parts" {
		return "info"
	}
	return ""
}

// isExport distinguishes an export from a file of the storage folder, whatever the order of
// its members.
func isExport(object []byte) bool {
	for name := range lenient.Members(object) {
		switch name {
		case "info", "messages":
			return true
		case "id", "sessionID", "messageID":
			return false
		}
	}
	return false
}

// Visit implements [producers.Visitor].
func (r *reading) Visit(path string, at int, value []byte) {
	e := entry{reading: r, at: at, raw: value}
	switch path {
	case "info":
		e.session()
	case "messages/*/info":
		e.info()
	case "messages/*/parts/*":
		e.part()
	case "":
		e.loose()
	}
}

// entry is a record in work.
type entry struct {
	*reading
	at  int
	raw []byte
}

// loose reads a file of the storage folder. A part names a message, a message a session.
func (e *entry) loose() {
	o, _ := lenient.Read[struct {
		ID        lenient.Word `json:"id"`
		SessionID lenient.Word `json:"sessionID"`
		MessageID lenient.Word `json:"messageID"`
		Role      lenient.Word `json:"role"`
		Directory lenient.Word `json:"directory"`
	}](e.raw)
	e.message, e.own = nil, ""
	switch {
	case o.MessageID != "":
		e.part()
	case o.Role != "":
		e.info()
		e.message = nil
	case o.ID != "" && o.Directory != "":
		e.session()
	default:
		e.d.Skip(e.at, "no session, message or part")
	}
}

// key is the record's key: its id, or its bytes and how many equal ones came before.
func (e *entry) key(id lenient.Word) string {
	if own := producers.ID(id); own != "" {
		return own
	}
	return e.repeats.Key(e.own, e.raw)
}

// note begins what events of the record say.
func (e *entry) note(key string, at domain.Instant) producers.Note {
	return producers.Note{Origin: producers.Origin{Source: e.source, Session: domain.MakeSessionID(e.source, e.own), Key: key, At: at}}
}

// tell drafts an event of the record.
func (e *entry) tell(n producers.Note, part string, p domain.Payload) domain.EventID {
	n.Part = part
	draft := n.Draft(p)
	e.d.Tell(e.at, draft)
	return draft.ID
}

// join makes the record one of the session that it names, unless the document has named one.
func (e *entry) join(session lenient.Word) bool {
	if e.own == "" {
		e.own = producers.ID(session)
	}
	if e.own == "" {
		e.d.Skip(e.at, "no session id")
	}
	return e.own != ""
}
