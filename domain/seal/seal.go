package seal

import (
	"crypto/sha256"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
)

// part selects how much of an event is written.
type part uint8

const (
	partLine part = iota
	partEnvelope
	partCore
)

// Line appends the exported line of e, without a newline. Erased events have
// neither data nor salt.
func Line(e *domain.Event, b []byte) []byte { return write(e, b, partLine) }

// Envelope appends the sealed envelope of e.
func Envelope(e *domain.Event, b []byte) []byte { return write(e, b, partEnvelope) }

// Leaf is the hash of the event in the log's tree: SHA-256(0x00 ‖ sealed envelope).
func Leaf(e *domain.Event) domain.Digest {
	buf := append(make([]byte, 0, 1024), 0)
	return sha256.Sum256(write(e, buf, partEnvelope))
}

// Core is the hash that a retry, a copy and a conversion of the event share.
func Core(e *domain.Event) domain.Digest {
	return sha256.Sum256(write(e, make([]byte, 0, 1024), partCore))
}

// Data is SHA-256(salt ‖ data); data are the canonical bytes.
func Data(salt domain.Salt, data []byte) domain.Digest {
	h := sha256.New()
	h.Write(salt[:])
	h.Write(data)
	var d domain.Digest
	h.Sum(d[:0])
	return d
}

// write appends members in RFC 8785 order, which for these names is byte order.
func write(e *domain.Event, b []byte, p part) []byte {
	o := jcs.NewObject(b)
	if len(e.Causes) > 0 {
		o.Name("causes")
		o.JSON = appendIDs(o.JSON, e.Causes)
	}
	if e.ClockBehind && p != partCore {
		o.Name("clock_behind")
		o.JSON = append(o.JSON, "true"...)
	}
	id(&o, "conflicts_with", e.ConflictsWith)
	o.Text("correlation", string(e.Correlation))
	if p == partLine && e.Data != nil {
		o.Name("data")
		o.JSON = append(o.JSON, e.Data...)
	}
	o.Hex("data_digest", e.DataDigest[:])
	o.Number("edition", uint64(e.Edition))
	o.Text("emitter", string(e.Emitter))
	id(&o, "epoch", domain.EventID(e.Epoch))
	o.Name("id")
	o.JSON = appendID(o.JSON, e.ID)
	o.Text("kind", string(e.Kind))
	if !e.ObservedAt.IsZero() {
		o.Name("observed_at")
		o.JSON = e.ObservedAt.AppendJSON(o.JSON)
	}
	if p != partCore {
		o.Number("position", e.Position.Number())
		o.Name("recorded_at")
		o.JSON = append(e.RecordedAt.UTC().AppendFormat(append(o.JSON, '"'), time.RFC3339Nano), '"')
	}
	id(&o, "replaces", e.Replaces)
	if p != partCore {
		o.Number("revision", uint64(e.Revision))
	}
	if p == partLine && e.Salt != nil && !e.Erased {
		o.Hex("salt", e.Salt[:])
	}
	labels(&o, e)
	if !e.Stream.IsZero() {
		o.Name("stream")
		o.JSON = append(append(o.JSON, '"'), e.Stream.Family.Prefix()...)
		o.JSON, _ = domain.EventID(e.Stream.ULID).AppendText(o.JSON)
		o.JSON = append(o.JSON, '"')
	}
	subject(&o, &e.Subject)
	o.Number("version", uint64(e.Version))
	return o.End()
}

// labels writes scope, sensitivity, seq, seq_kind and source.
func labels(o *jcs.Object, e *domain.Event) {
	if !e.Scope.IsZero() {
		o.Name("scope")
		s := jcs.NewObject(o.JSON)
		s.Text("owner", e.Scope.Owner)
		s.Text("watcher", string(e.Scope.Watcher))
		s.Text("workflow", e.Scope.Workflow)
		o.JSON = s.End()
	}
	if len(e.Sensitivity) > 0 {
		o.Name("sensitivity")
		s := jcs.NewObject(o.JSON)
		for _, l := range e.Sensitivity {
			s.AnyName(l.Pointer)
			s.JSON = jcs.AppendString(s.JSON, string(l.Class))
		}
		o.JSON = s.End()
	}
	o.Number("seq", e.Seq)
	o.Text("seq_kind", string(e.SeqKind))
	o.Name("source")
	s := jcs.NewObject(o.JSON)
	s.Text("channel", e.Source.Channel)
	s.Text("environment", e.Source.Environment)
	s.Text("kind", string(e.Source.Kind))
	s.Text("trust", string(e.Source.Trust))
	o.JSON = s.End()
}

// subject writes the subject unless it is empty.
func subject(o *jcs.Object, s *domain.Subject) {
	if *s == (domain.Subject{}) {
		return
	}
	o.Name("subject")
	in := jcs.NewObject(o.JSON)
	maybe(&in, "branch", s.Branch)
	maybe(&in, "commit", s.Commit)
	maybe(&in, "control_server", s.ControlServer)
	maybe(&in, "host", s.Host)
	maybe(&in, "item", s.Item)
	maybe(&in, "lane", s.Lane)
	maybe(&in, "repo", s.Repo)
	maybe(&in, "session", s.Session)
	maybe(&in, "turn", s.Turn)
	maybe(&in, "worker", s.Worker)
	maybe(&in, "worktree", s.Worktree)
	o.JSON = in.End()
}

// maybe writes a value or the reason why it is not known, unless it is absent.
func maybe[T ~string](o *jcs.Object, name string, v domain.Maybe[T]) {
	if !v.IsZero() {
		o.Name(name)
		o.JSON = v.AppendJSON(o.JSON)
	}
}

// id writes an id, unless it is none.
func id(o *jcs.Object, name string, v domain.EventID) {
	if !v.IsZero() {
		o.Name(name)
		o.JSON = appendID(o.JSON, v)
	}
}

func appendIDs(b []byte, ids []domain.EventID) []byte {
	b = append(b, '[')
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendID(b, id)
	}
	return append(b, ']')
}

// appendID appends an id as a JSON string.
func appendID(b []byte, id domain.EventID) []byte {
	b, _ = id.AppendText(append(b, '"')) // it never fails
	return append(b, '"')
}
