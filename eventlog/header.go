package eventlog

import (
	"encoding/binary"
	"time"

	"github.com/clawable/claw/domain"
)

// A header is the binary form of an envelope in the embedded engines. It leaves
// out what an engine keeps beside it: position, revision, stream, id and data.
//
//	format      1 byte, 1
//	flags       1 byte: hasSalt, clockBehind, hasEpoch, hasConflict, observed known / unknown, hasReplaces
//	recorded_at 8 bytes, nanoseconds since 1970, big endian
//	data_digest 32 bytes
//	salt 16 · epoch 16 · conflicts_with 16 · observed_at 8   each if flagged
//	replaces 16, edition uvarint                             if flagged
//	version, seq                                             uvarint
//	causes      uvarint count, 16 bytes each
//	subject     uvarint mask: bit 2i the i-th field is known, 2i+1 unknown
//	texts       kind, emitter, correlation, seq_kind, source (4), scope (3),
//	            why observed_at is unknown if flagged, the subject's fields, labels:
//	            uvarint length and bytes, or a number from the dictionary
//	labels      uvarint count, pointer and class each
//
// A text begins with uvarint n: even is the length n/2 and bytes follow, odd is
// entry n/2 of the dictionary.
const headerFormat = 1

const (
	flagSalt = 1 << iota
	flagClockBehind
	flagEpoch
	flagConflict
	flagObserved
	flagObservedUnknown
	flagReplaces
)

// dictionary holds frequent texts; entries are never changed, only added.
var dictionary = [...]string{
	"", "live_lane", "test", "healthcheck", "replay", "transport", "high", "medium", "low", "unknown",
	"act", "observe", "ignore", "count", "ordinal", "clock",
	"message.recorded", "tool.requested", "tool.completed", "tool.failed", "tool.output", "tool.started",
	"usage.recorded", "turn.started", "turn.completed", "session.created", "session.identity_enriched",
	"import:claude-code", "import:codex", "not_recorded", "not_yet", "no_zone", "redacted", "not_applicable",
	"hook.started", "hook.completed", "commit.observed", "lane.started", "lane.finished",
}

var dictionaryIndex = func() map[string]uint64 {
	m := make(map[string]uint64, len(dictionary))
	for i, s := range dictionary {
		m[s] = uint64(i)
	}
	return m
}()

// AppendHeader appends the binary form of e's envelope.
func AppendHeader(b []byte, e *domain.Event) []byte {
	b = append(b, headerFormat, headerFlags(e))
	b = binary.BigEndian.AppendUint64(b, uint64(e.RecordedAt.UnixNano()))
	b = append(b, e.DataDigest[:]...)
	if e.Salt != nil && !e.Erased {
		b = append(b, e.Salt[:]...)
	}
	if !e.Epoch.IsZero() {
		b = append(b, e.Epoch[:]...)
	}
	if !e.ConflictsWith.IsZero() {
		b = append(b, e.ConflictsWith[:]...)
	}
	if e.ObservedAt.Known() {
		b = binary.BigEndian.AppendUint64(b, uint64(e.ObservedAt.UnixNano()))
	}
	if !e.Replaces.IsZero() {
		b = binary.AppendUvarint(append(b, e.Replaces[:]...), uint64(e.Edition))
	}
	b = binary.AppendUvarint(b, uint64(e.Version))
	b = binary.AppendUvarint(b, e.Seq)
	b = binary.AppendUvarint(b, uint64(len(e.Causes)))
	for i := range e.Causes {
		b = append(b, e.Causes[i][:]...)
	}
	b = binary.AppendUvarint(b, subjectMask(&e.Subject))
	for _, s := range [...]string{string(e.Kind), string(e.Emitter), string(e.Correlation), string(e.SeqKind),
		string(e.Source.Kind), e.Source.Environment, e.Source.Channel, string(e.Source.Trust),
		e.Scope.Owner, e.Scope.Workflow, string(e.Scope.Watcher)} {
		b = appendText(b, s)
	}
	if why := e.ObservedAt.Why(); why != "" {
		b = appendText(b, string(why))
	}
	b = appendSubject(b, &e.Subject)
	b = binary.AppendUvarint(b, uint64(len(e.Sensitivity)))
	for _, l := range e.Sensitivity {
		b = appendText(appendText(b, l.Pointer), string(l.Class))
	}
	return b
}

// StampHeader sets the log's time in a header that [AppendHeader] wrote before
// the time was known. Its place does not depend on what else the header holds.
func StampHeader(header []byte, at time.Time, behind bool) {
	header[1] &^= flagClockBehind
	if behind {
		header[1] |= flagClockBehind
	}
	binary.BigEndian.PutUint64(header[2:], uint64(at.UnixNano()))
}

func headerFlags(e *domain.Event) byte {
	var f byte
	set := func(on bool, bit byte) {
		if on {
			f |= bit
		}
	}
	set(e.Salt != nil && !e.Erased, flagSalt)
	set(e.ClockBehind, flagClockBehind)
	set(!e.Epoch.IsZero(), flagEpoch)
	set(!e.ConflictsWith.IsZero(), flagConflict)
	set(e.ObservedAt.Known(), flagObserved)
	set(e.ObservedAt.Why() != "", flagObservedUnknown)
	set(!e.Replaces.IsZero(), flagReplaces)
	return f
}

func appendText(b []byte, s string) []byte {
	if i, ok := dictionaryIndex[s]; ok {
		return binary.AppendUvarint(b, i<<1|1)
	}
	return append(binary.AppendUvarint(b, uint64(len(s))<<1), s...)
}

// subjectTexts lists the fields in mask order.
func subjectTexts(s *domain.Subject) [11][2]string {
	return [11][2]string{
		{string(s.Lane.Value), string(s.Lane.Unknown)}, {string(s.Session.Value), string(s.Session.Unknown)},
		{string(s.Turn.Value), string(s.Turn.Unknown)}, {string(s.Item.Value), string(s.Item.Unknown)},
		{string(s.Worker.Value), string(s.Worker.Unknown)}, {string(s.Repo.Value), string(s.Repo.Unknown)},
		{string(s.Worktree.Value), string(s.Worktree.Unknown)}, {string(s.Branch.Value), string(s.Branch.Unknown)},
		{string(s.Commit.Value), string(s.Commit.Unknown)}, {string(s.Host.Value), string(s.Host.Unknown)},
		{string(s.ControlServer.Value), string(s.ControlServer.Unknown)},
	}
}

// subjectNames are the names of what [subjectTexts] lists.
var subjectNames = [...]string{"lane", "session", "turn", "item", "worker", "repo", "worktree", "branch", "commit", "host", "control_server"}

func subjectMask(s *domain.Subject) (mask uint64) {
	for i, t := range subjectTexts(s) {
		if t[1] != "" {
			mask |= 2 << (2 * i)
		} else if t[0] != "" {
			mask |= 1 << (2 * i)
		}
	}
	return mask
}

func appendSubject(b []byte, s *domain.Subject) []byte {
	for _, t := range subjectTexts(s) {
		if t[1] != "" {
			b = appendText(b, t[1])
		} else if t[0] != "" {
			b = appendText(b, t[0])
		}
	}
	return b
}

// DecodeHeader fills e's envelope from a header. e keeps no reference to header; each
// of its texts is a separate string or one of texts. A salt goes where e.Salt points
// to, if it does.
//
// Errors: a plain error when header is not what [AppendHeader] writes.
func DecodeHeader(header []byte, texts *Texts, e *domain.Event) error {
	r := headerReader{b: header, texts: texts}
	if r.byte() != headerFormat {
		return errHeader
	}
	flags := r.byte()
	e.RecordedAt = time.Unix(0, int64(r.uint64())).UTC()
	e.ClockBehind = flags&flagClockBehind != 0
	r.copy(e.DataDigest[:])
	if e.Erased = flags&flagSalt == 0; e.Erased {
		e.Salt = nil
	} else {
		if e.Salt == nil {
			e.Salt = new(domain.Salt)
		}
		r.copy(e.Salt[:])
	}
	e.Epoch, e.ConflictsWith, e.ObservedAt, e.Replaces, e.Edition = domain.Epoch{}, domain.EventID{}, domain.Instant{}, domain.EventID{}, 0
	if flags&flagEpoch != 0 {
		r.copy(e.Epoch[:])
	}
	if flags&flagConflict != 0 {
		r.copy(e.ConflictsWith[:])
	}
	if flags&flagObserved != 0 {
		e.ObservedAt = domain.AtUnixNano(int64(r.uint64()))
	}
	if flags&flagReplaces != 0 {
		r.copy(e.Replaces[:])
		e.Edition = int(r.uvarint())
	}
	e.Version, e.Seq = int(r.uvarint()), r.uvarint()
	e.Causes = r.ids()
	mask := r.uvarint()
	e.Kind, e.Emitter, e.Correlation = domain.Kind(r.string()), domain.EmitterID(r.string()), domain.CorrelationID(r.string())
	e.SeqKind = domain.SeqKind(r.string())
	e.Source = domain.Source{Kind: domain.SourceKind(r.string()), Environment: r.string(), Channel: r.string(), Trust: domain.Trust(r.string())}
	e.Scope = domain.Scope{Owner: r.string(), Workflow: r.string(), Watcher: domain.Watcher(r.string())}
	if flags&flagObservedUnknown != 0 {
		e.ObservedAt = domain.UnknownInstant(domain.Unknown(r.string()))
	}
	e.Subject = domain.Subject{}
	r.subject(mask, &e.Subject)
	e.Sensitivity = r.labels()
	if r.bad || r.at != len(r.b) {
		return errHeader
	}
	return nil
}
