package fact

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Fact is what the rule reads of one event. It holds nothing that a log adds at
// arrival, so the same event gives the same fact in every log.
type Fact struct {
	ID       domain.EventID
	Kind     domain.Kind
	Emitter  domain.EmitterID
	Epoch    domain.Epoch
	Seq      uint64
	SeqKind  domain.SeqKind
	Causes   []domain.EventID
	Observed domain.Instant
	Source   domain.SourceKind
	Trust    domain.Trust
	Imported bool
	Capped   bool // it came by an import of another log with more trust than that gives: it is recorded, whatever its channel
	Erased   bool // the data are gone for good
	Newer    bool // the payload has a version that this program does not know
	Foreign  bool // the kind is not known, or its payload cannot be read
	Scope    domain.Scope

	Lane          domain.LaneID
	Session       domain.SessionID
	Turn          domain.TurnID
	Item          domain.ItemID
	Worker        domain.WorkerID
	Worktree      domain.Path
	Commit        domain.CommitID // of the payload, else of the subject
	Host          domain.HostID
	ControlServer domain.ControlServerID

	Payload Payload
}

// isRead reports whether the rule reads a kind that is in none of the families of [InOrder].
func isRead(kind domain.Kind) bool {
	switch kind {
	case domain.KindCommitObserved, domain.KindReportFiled, domain.KindShipPushedMain, domain.KindShipProvenance,
		domain.KindRefMoved, domain.KindTransportDown, domain.KindTransportUp,
		domain.KindMCPReady, domain.KindMCPDegraded, domain.KindPluginReady, domain.KindPluginDegraded,
		domain.KindApprovalGranted, domain.KindApprovalDenied, domain.KindLaneAccepted, domain.KindLaneReopened, domain.KindExpectsAdopted,
		domain.KindToolRequested, domain.KindToolStarted, domain.KindToolCompleted, domain.KindToolFailed,
		domain.KindToolDenied, domain.KindToolTimedOut, domain.KindToolCanceled, domain.KindMessageRecorded:
		return true
	}
	return false
}

// Of returns what the rule reads of e. It reports false when the rule does not read e: an event
// that was replaced, of another kind, or of traffic that never counts (tests, health checks, no
// provenance).
// The fact shares no memory with e that e's owner may change.
func Of(e *domain.Event) (f Fact, reads bool) {
	reads = Read(e, &f)
	return f, reads
}

// Read is [Of] into the caller's fact, which it overwrites: a fact is large, and a rebuild reads
// millions. Where it reports false, f is unchanged.
func Read(e *domain.Event, f *Fact) bool {
	if e.Replaced || withdraws(e) || !readable(e.Kind, e.Source.Kind) || e.Kind == domain.KindMessageRecorded && !isAboutLeave(e.Data) {
		return false
	}
	*f = Fact{}
	f.envelope(e)
	info, known := domain.LookupKind(e.Kind)
	f.Newer, f.Foreign = known && e.Version > info.Version, !known
	if known && !e.Erased && len(e.Data) > 0 {
		if err := f.read(e.Data); err != nil {
			f.Payload, f.Foreign = Payload{}, true
		}
	}
	return true
}

// withdraws reports whether an event states that a call shows nothing where an earlier revision read a fact.
func withdraws(e *domain.Event) bool {
	return e.Kind == domain.KindWorkObserved && !e.Replaces.IsZero() && string(e.Data) == "{}"
}

// envelope sets the members that do not depend on the payload.
func (f *Fact) envelope(e *domain.Event) {
	f.ID, f.Kind, f.Observed, f.Erased, f.Scope = e.ID, e.Kind, e.ObservedAt, e.Erased, e.Scope
	f.Emitter, f.Epoch, f.Seq, f.SeqKind = e.Emitter, e.Epoch, e.Seq, e.SeqKind
	f.Causes = append([]domain.EventID(nil), e.Causes...)
	f.Source, f.Trust, f.Imported = e.Source.Kind, e.Source.Trust, e.Source.Imported()
	f.Capped, f.Imported = e.Capped, f.Imported || e.Capped
	if f.Trust.Rank() == 0 {
		f.Trust = domain.TrustUnknown
	}
	s := &e.Subject
	f.Lane, f.Session, f.Turn, f.Item = s.Lane.Value, s.Session.Value, s.Turn.Value, s.Item.Value
	f.Worker, f.Worktree, f.Commit = s.Worker.Value, s.Worktree.Value, s.Commit.Value
	f.Host, f.ControlServer = s.Host.Value, s.ControlServer.Value
	if f.Kind == domain.KindRefMoved { // it is of no lane, whoever moved the ref
		f.Lane, f.Session, f.Turn, f.Item, f.Worker, f.Worktree, f.Commit, f.Host, f.ControlServer = "", "", "", "", "", "", "", "", ""
	}
	if f.Lane == "" && e.Stream.Family == domain.FamilyLane && !isOfCall(e) {
		f.Lane = domain.LaneID(e.Stream.ULID.String())
	}
}

// isOfCall reports whether an event reports tests that a call of a session ran: it is in the stream
// of the session's own lane, and belongs to the lane of its session.
func isOfCall(e *domain.Event) bool {
	return IsTest(e.Kind) && e.Subject.Item.Value != "" && e.Session() != "" && e.Session().Stream().ULID == e.Stream.ULID
}

// readable reports whether the rule reads events of the kind from such a source.
func readable(kind domain.Kind, source domain.SourceKind) bool {
	switch source {
	case domain.SourceLive, domain.SourceReplay:
		return InOrder(kind) || isRead(kind)
	case domain.SourceTransport:
		return IsTransport(kind)
	case domain.SourceTest, domain.SourceHealthcheck:
	}
	return false
}

// InOrder reports whether a kind belongs to the families whose events carry the
// order of a lane, known to this program or not. A word about an outcome is none of them.
func InOrder(kind domain.Kind) bool {
	if IsWord(kind) {
		return false
	}
	family, _, _ := strings.Cut(string(kind), ".")
	switch family {
	case "lane", "session", "turn", "worker", "prompt", "test", "work", "task", "branch", "recovery":
		return true
	}
	return false
}

// IsTransport reports whether the kind reports the beginning or end of an outage of the transport.
func IsTransport(kind domain.Kind) bool {
	return kind == domain.KindTransportDown || kind == domain.KindTransportUp
}

// IsTool reports whether the kind is about a call of a tool, or about leave for one: no other
// messages are read.
func IsTool(kind domain.Kind) bool {
	return strings.HasPrefix(string(kind), "tool.") || kind == domain.KindMessageRecorded
}

// Follows returns the events that f names as before it: its causes, and the ending that it
// settles.
func (f *Fact) Follows() []domain.EventID {
	if f.Payload.Settles.IsZero() {
		return f.Causes
	}
	return append(slices.Clone(f.Causes), f.Payload.Settles)
}

// ShowsCommit reports whether the kind is evidence of a commit, whatever lane it is recorded in.
func ShowsCommit(kind domain.Kind) bool {
	return kind == domain.KindCommitObserved || kind == domain.KindShipPushedMain || kind == domain.KindShipProvenance
}

// IsTurn reports whether the kind is about the course of a turn.
func IsTurn(kind domain.Kind) bool {
	return strings.HasPrefix(string(kind), "turn.") && kind != domain.KindTurnWithdrawn
}

// IsTest reports whether the kind reports the result of tests.
func IsTest(kind domain.Kind) bool {
	return kind == domain.KindTestPassed || kind == domain.KindTestFailed || kind == domain.KindTestHung
}

// IsCommitRequest reports whether f says that a call was asked to commit.
func (f *Fact) IsCommitRequest() bool {
	return f.Kind == domain.KindWorkObserved && f.Payload.Work != nil && f.Payload.Work.CommitRequested
}

// OfCall reports whether f records what the end of a call showed about the work.
func (f *Fact) OfCall() bool {
	return f.Kind == domain.KindWorkObserved && !f.IsCommitRequest() || IsTest(f.Kind) && f.Payload.Run.Runner != ""
}

// Ends reports whether f claims an end of its lane or turn.
func (f *Fact) Ends() bool {
	return IsEnding(f.Kind) || IsTurn(f.Kind) && f.Kind != domain.KindTurnStarted
}

// IsEnding reports whether the kind ends an attempt.
func IsEnding(kind domain.Kind) bool {
	return kind == domain.KindLaneFinished || kind == domain.KindLaneFailed || kind == domain.KindLaneCanceled
}

// IsDisposition reports whether the kind says what became of a lane.
func IsDisposition(kind domain.Kind) bool {
	return kind == domain.KindLaneMerged || kind == domain.KindLaneSuperseded || kind == domain.KindLaneClosed
}

// IsWord reports whether the kind is a word about an outcome: an acceptance or a reopening.
func IsWord(kind domain.Kind) bool {
	return kind == domain.KindLaneAccepted || kind == domain.KindLaneReopened
}

// AppendSessions appends to out the sessions that f mentions, each once: its own, one that it
// binds, its parent.
func (f *Fact) AppendSessions(out []domain.SessionID) []domain.SessionID {
	for _, s := range [...]domain.SessionID{f.Session, f.Payload.Session, f.Payload.Parent} {
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
