package eventlog

import (
	"crypto/rand"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/seal"
)

// MaxData is the most bytes that the canonical data of one event may have.
const MaxData = 512 << 10

// Prepare checks a draft and returns the event as a log will hold it, without
// position, revision and recorded_at: data canonical, salted and digested. It is
// called outside the writer; random gives the salt (nil: crypto/rand).
//
// Errors: [ErrInvalid].
func Prepare(d *domain.Draft, random io.Reader) (domain.Event, error) {
	if err := checkEnvelope(d); err != nil {
		return domain.Event{}, err
	}
	data, err := jcs.Canonical(d.Data)
	if err != nil {
		return domain.Event{}, invalid(d, "the data: "+err.Error(), "data is one JSON object; foreign JSON that RFC 8785 cannot keep goes in as a string")
	}
	if len(data) > MaxData {
		return domain.Event{}, invalid(d, "the data have "+formatUint(uint64(len(data)))+" bytes, the most is 524288",
			`cut long texts to {"cut": {"bytes": n, "head": "…", "tail": "…"}}`)
	}
	if err := CheckData(d.Kind, d.Version, data); err != nil {
		return domain.Event{}, Fail(ErrInvalid, err)
	}
	e := domain.Event{Draft: *d}
	e.Data = data
	if e.Source.Trust == "" {
		e.Source.Trust = domain.TrustUnknown
	}
	if e.Salt == nil {
		if random == nil {
			random = rand.Reader
		}
		e.Salt = new(domain.Salt)
		if _, err := io.ReadFull(random, e.Salt[:]); err != nil {
			return domain.Event{}, invalid(d, "no random salt: "+err.Error(), "")
		}
	}
	e.DataDigest = seal.Data(*e.Salt, data)
	return e, nil
}

// checkEnvelope refuses an envelope that the seal or a later reader could not keep.
func checkEnvelope(d *domain.Draft) error {
	info, ok := domain.LookupKind(d.Kind)
	switch {
	case !ok:
		return Fail(ErrInvalid, CheckData(d.Kind, d.Version, d.Data))
	case d.ID.IsZero():
		return invalid(d, "no id", "give the event a ULID before the first attempt")
	case d.Stream.IsZero():
		return invalid(d, "no stream", "its streams are "+info.Family.Prefix()+" and a ULID")
	case d.Stream.Family != info.Family:
		return invalid(d, "the stream "+d.Stream.String()+" is not of the kind's family", "its streams begin with "+info.Family.Prefix())
	case d.Version < 1:
		return invalid(d, "no version", "payload schemas count from 1")
	case d.Emitter == "":
		return invalid(d, "no emitter", "say who speaks")
	case d.Source.Kind == "":
		return invalid(d, "no source kind", "one of "+strings.Join(d.Source.Kind.Enum(), " "))
	case (d.Seq == 0) != (d.SeqKind == ""):
		return invalid(d, "seq and seq_kind go together", "seq counts from 1; seq_kind is one of "+strings.Join(d.SeqKind.Enum(), " "))
	case d.Seq > jcs.MaxInteger:
		return invalid(d, "seq is beyond 2^53", "numbers of JSON are exact up to there")
	case d.Replaces.IsZero() != (d.Edition == 0):
		return invalid(d, "replaces and edition go together", "replaces is the id of the first edition; editions count from 2")
	case d.Edition != 0 && (d.Edition < 2 || d.Edition > maxEdition):
		return invalid(d, "edition is not from 2 to 65535", "the first edition has neither replaces nor edition")
	case d.Replaces == d.ID:
		return invalid(d, "it replaces itself", "a corrected statement has an id of its own")
	}
	if err := checkEnums(d); err != nil {
		return err
	}
	return checkTexts(d)
}

// The values that the enums of an envelope have.
var (
	sourceKinds = domain.SourceKind("").Enum()
	trusts      = domain.Trust("").Enum()
	watchers    = domain.Watcher("").Enum()
	seqKinds    = domain.SeqKind("").Enum()
	unknowns    = domain.Unknown("").Enum()
)

func checkEnums(d *domain.Draft) error {
	s := &d.Subject
	for _, e := range []struct {
		name, value string
		enum        []string
	}{
		{"source.kind", string(d.Source.Kind), sourceKinds},
		{"source.trust", string(d.Source.Trust), trusts},
		{"scope.watcher", string(d.Scope.Watcher), watchers},
		{"seq_kind", string(d.SeqKind), seqKinds},
		{"observed_at", string(d.ObservedAt.Why()), unknowns},
	} {
		if e.value != "" && !contains(e.enum, e.value) {
			return invalidEnum(d, e.name, e.value, e.enum)
		}
	}
	for i, t := range subjectTexts(s) {
		switch {
		case t[1] == "": // known or absent, as nearly all are
		case !contains(unknowns, t[1]):
			return invalidEnum(d, "subject."+subjectNames[i], t[1], unknowns)
		case t[0] != "":
			return invalid(d, "a field of the subject has a value, "+t[0]+", and a reason why it is not known", "give one of them")
		}
	}
	for i, l := range d.Sensitivity {
		if !contains(l.Class.Enum(), string(l.Class)) || !isPointer(l.Pointer) {
			return invalid(d, "sensitivity "+l.Pointer+" is "+string(l.Class), "a JSON pointer in ASCII and one of "+strings.Join(l.Class.Enum(), " "))
		}
		if i > 0 && d.Sensitivity[i-1].Pointer >= l.Pointer {
			return invalid(d, "sensitivity pointers are not sorted or repeat", "sort them, each once")
		}
	}
	if lane := s.Lane.Value; lane != "" {
		if _, err := domain.ParseLaneID(string(lane)); err != nil || strings.HasPrefix(string(lane), "lane-") {
			return invalid(d, "subject.lane "+string(lane)+" is no ULID", "a lane id is a ULID, such as the one in its stream's name")
		}
	}
	if source, own := s.Session.Value.Split(); s.Session.Value != "" && (source == "" || own == "") {
		return invalid(d, "subject.session "+string(s.Session.Value)+" is no session id", "a session id is <source>/<its own id>, such as codex/0199…")
	}
	return nil
}

// isPointer reports whether p is a JSON pointer in ASCII, for which byte order is RFC 8785 order.
func isPointer(p string) bool {
	if p != "" && p[0] != '/' {
		return false
	}
	for i := range len(p) {
		if p[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func invalidEnum(d *domain.Draft, field, value string, enum []string) error {
	return invalid(d, field+" has the unknown value "+value, "one of "+strings.Join(enum, " "))
}

func contains(enum []string, v string) bool {
	for _, e := range enum {
		if e == v {
			return true
		}
	}
	return false
}

// textNames are the names of what [checkTexts] looks at.
var textNames = [...]string{"emitter", "correlation", "source.environment", "source.channel", "scope.owner", "scope.workflow",
	"subject.lane", "subject.session", "subject.turn", "subject.item", "subject.worker", "subject.repo", "subject.worktree",
	"subject.branch", "subject.commit", "subject.host", "subject.control_server"}

// checkTexts refuses invalid UTF-8 and NUL, which neither the seal nor derived ids could keep.
func checkTexts(d *domain.Draft) error {
	s := &d.Subject
	for i, t := range [len(textNames)]string{string(d.Emitter), string(d.Correlation), d.Source.Environment, d.Source.Channel,
		d.Scope.Owner, d.Scope.Workflow, string(s.Lane.Value), string(s.Session.Value), string(s.Turn.Value), string(s.Item.Value),
		string(s.Worker.Value), string(s.Repo.Value), string(s.Worktree.Value), string(s.Branch.Value), string(s.Commit.Value),
		string(s.Host.Value), string(s.ControlServer.Value)} {
		if !utf8.ValidString(t) || strings.IndexByte(t, 0) >= 0 {
			return invalid(d, textNames[i]+" is not UTF-8 or holds NUL", "leave out what is no text")
		}
		if len(t) > maxText {
			return invalid(d, textNames[i]+" is longer than 8 KiB", "name it shorter: long texts belong in the data")
		}
	}
	return nil
}

// maxEdition is the greatest edition of a statement.
const maxEdition = 1<<16 - 1

// maxText is the most bytes of one text of an envelope.
const maxText = 8 << 10

// SameCore reports whether draft, prepared by [Prepare], is the event that the
// log holds. Erased events are not compared: they are taken as the same.
func SameCore(held, draft *domain.Event) bool {
	if held.Erased {
		return true
	}
	again := *draft
	again.Salt = held.Salt
	again.DataDigest = seal.Data(*held.Salt, draft.Data)
	return seal.Core(&again) == seal.Core(held)
}
