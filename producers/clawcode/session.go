package clawcode

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// file is what the records read so far say to the ones that follow.
type file struct {
	session *session // nil before one is named
	odd     producers.Strangers
	drafts  []domain.Draft // of the record in work
}

// session is a conversation.
type session struct {
	own     string
	header  header
	number  uint64 // of the last message, from 1
	placed  bool   // the numbers are known
	turn    domain.TurnID
	prompts []prompt // of the history, that no message had yet
	seen    producers.Repeats
}

// tell returns the events of a record.
func (f *file) tell(e *entry, _ []byte) producers.Told {
	f.drafts = nil
	return producers.Told{Skipped: f.read(e), Drafts: f.drafts}
}

func (f *file) read(e *entry) (skipped string) {
	switch {
	case e.Type == "" && e.Worker != "":
		return f.worker(e)
	case e.Type == "" && e.Messages.Kind() == '[':
		return f.document(e)
	case e.Type == "session_meta":
		return f.meta(e)
	case f.session == nil:
		return "record without its session"
	}
	switch e.Type {
	case "message":
		return f.message(e.Message)
	case "compaction":
		return f.compacted(compaction{e.Count, e.Removed, e.Summary})
	case "prompt_history":
		return f.prompted(prompt{e.Timestamp, e.Text})
	}
	return f.odd.Reason("unknown type", string(e.Type))
}

// meta determines the session of the records behind it.
func (f *file) meta(e *entry) (skipped string) {
	own := producers.ID(e.Session)
	switch {
	case own == "":
		return "session without its id"
	case f.session != nil && f.session.own == own:
		if f.session.header.covers(e.header()) {
			return "repeats the session"
		}
		f.headed(e) // nothing else that it states is recorded
		return ""
	}
	f.begin(own, e)
	return ""
}

// begin records the identity of the session. What its record may gain later is
// recorded separately.
func (f *file) begin(own string, e *entry) {
	f.session = &session{own: own, header: e.header(), placed: true}
	f.headed(e)
}

// header is what the record of a session states about it.
type header struct {
	created                  lenient.Whole
	workspace, model, parent lenient.Word
}

func (e *entry) header() header { return header{e.CreatedAt, e.Workspace, e.Model, e.Fork.V.Parent} }

// covers reports whether another record of the session contains nothing that h does
// not.
func (h header) covers(other header) bool {
	return (other.created == 0 || other.created == h.created) && (other.workspace == "" || other.workspace == h.workspace) &&
		(other.model == "" || other.model == h.model) && (other.parent == "" || other.parent == h.parent)
}

// headed records what the record of a session states.
func (f *file) headed(e *entry) {
	at := producers.Millis(e.CreatedAt)
	f.about("created", at, domain.SessionCreated{Title: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: producers.Recorded[domain.Path](e.Workspace), Purpose: domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded), Agent: source})
	if parent := producers.ID(e.Fork.V.Parent); parent != "" {
		f.about("forked", at, domain.SessionForked{From: domain.MakeSessionID(source, parent)})
	}
	if e.Model != "" {
		f.about("model."+string(e.Model), at, domain.SessionIdentityEnriched{Model: producers.Short(e.Model)})
	}
}

// document reads a session that is one value. The first versions gave it no id: it is
// named by its content up to the first answer, which does not change when the
// document grows.
func (f *file) document(e *entry) (skipped string) {
	var messages []jsontext.Value
	if err := json.Unmarshal(e.Messages, &messages, lenient.Options); err != nil {
		return "messages cannot be read"
	}
	own := producers.ID(e.Session)
	if own == "" {
		if own = opening(messages); own == "" {
			return emptySession
		}
	}
	f.begin(own, e)
	if e.Compaction.There {
		f.compacted(e.Compaction.V)
	}
	for _, p := range e.Prompts {
		f.prompted(p)
	}
	for _, m := range messages {
		f.message(m)
	}
	return ""
}

// opening names a conversation by its messages up to the first answer.
func opening(messages []jsontext.Value) string {
	h := sha256.New()
	for _, raw := range messages {
		h.Write(raw)
		if m, _ := lenient.Read[message](raw); m.Role == "assistant" {
			break
		}
	}
	if len(messages) == 0 {
		return ""
	}
	return "sha256-" + hex.EncodeToString(h.Sum(nil)[:12])
}

// prompted keeps the time of a prompt for the message that follows.
func (f *file) prompted(p prompt) (skipped string) {
	f.session.prompts = append(f.session.prompts, p)
	return "time of the prompt that follows"
}

// compacted records that messages were replaced. The remaining messages have the
// places after them, which can be counted only once.
func (f *file) compacted(c compaction) (skipped string) {
	s := f.session
	s.placed = c.Count == 1
	s.number = uint64(max(c.Removed, 1)) - 1
	key := "compaction." + strconv.FormatInt(int64(c.Count), 10)
	f.about(key, domain.UnknownInstant(domain.UnknownNotRecorded), domain.SessionCompacted{Trigger: domain.CompactUnknown, Messages: int(c.Removed)})
	if c.Summary != "" {
		f.about(key+".summary", domain.UnknownInstant(domain.UnknownNotRecorded),
			domain.MessageRecorded{Role: domain.RoleSummary, Text: producers.Text(string(c.Summary)), Synthetic: true})
	}
	return ""
}

// about drafts an event about the session as such.
func (f *file) about(key string, at domain.Instant, p domain.Payload) {
	o := producers.Origin{Source: source, Session: domain.MakeSessionID(source, f.session.own), Key: key, At: at}
	d := o.Draft(string(p.Kind()), p)
	d.Seq, d.SeqKind = 1, domain.SeqOrdinal
	f.drafts = append(f.drafts, d)
}
