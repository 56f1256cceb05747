package index

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Tie says that a commit came of a session: it names the session, or a checkpoint that saved it, or
// git printed it when a call of the session made it. A tie is no evidence: it moves no outcome.
type Tie struct {
	Commit     domain.CommitID     `json:"commit"`
	Session    domain.SessionID    `json:"session"`
	Checkpoint domain.CheckpointID `json:"checkpoint,omitzero"` // absent where no checkpoint ties the two
	ByCall     bool                `json:"by_call,omitzero"`    // a call of the session made the commit
	Events     []domain.EventID    `json:"because"`             // that say so
}

// Resolver returns the one commit of the log whose name begins like that, "" for none and for several.
type Resolver func(begins domain.CommitID) domain.CommitID

// CommitsOf returns the commits that came of a session, each tie once, sorted.
func CommitsOf(load Loader, whole Resolver, session domain.SessionID) []Tie {
	t := ties{}
	for _, f := range load(SessionKey(session)) {
		if f.Payload.Session == session {
			t.named(f)
		}
		if f.Session != session {
			continue
		}
		for made := range madeIn(f) {
			if c := whole(made); c != "" {
				t.add(tied{commit: c, session: session, call: true}, f)
			}
		}
		for _, id := range savedCheckpoints(f) {
			for _, c := range load(checkpointKey(id)) {
				t.through(id, c, f)
			}
		}
	}
	return t.sorted()
}

// SessionsOf returns the sessions that a commit came of, each tie once, sorted.
func SessionsOf(load Loader, whole Resolver, commit domain.CommitID) []Tie {
	t := ties{}
	for _, f := range MadeBy(load, commit) {
		for made := range madeIn(f) {
			if whole(made) == commit {
				t.add(tied{commit: commit, session: f.Session, call: true}, f)
			}
		}
	}
	for _, c := range load(commitKey(commit)) {
		if c.Commit != commit || !tellsCommit(c) {
			continue
		}
		t.named(c)
		for _, id := range c.Payload.Checkpoints {
			for _, f := range load(checkpointKey(id)) {
				t.through(id, c, f)
			}
		}
	}
	return t.sorted()
}

// MadeBy returns the facts of calls by which git printed that a commit was made whose name begins
// like commit, or is the beginning of it. commit has seven digits at least.
func MadeBy(load Loader, commit domain.CommitID) (out []*fact.Fact) {
	for _, f := range load(madeKey(commit)) {
		for made := range madeIn(f) {
			if strings.HasPrefix(string(commit), string(made)) || strings.HasPrefix(string(made), string(commit)) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// madeIn lists the commits that a call made, as git printed them.
func madeIn(f *fact.Fact) iter.Seq[domain.CommitID] {
	return func(yield func(domain.CommitID) bool) {
		if f.Payload.Work == nil || f.Session == "" || !f.Trusted() {
			return
		}
		for _, c := range f.Payload.Work.Commits {
			if c.IsMade() && len(c.Commit) >= fact.Printed && !yield(c.Commit) {
				return
			}
		}
	}
}

// printedIn lists the commits that a call made or pushed, as git printed them.
func printedIn(f *fact.Fact) iter.Seq[domain.CommitID] {
	return func(yield func(domain.CommitID) bool) {
		for c := range madeIn(f) {
			if !yield(c) {
				return
			}
		}
		if f.Payload.Work == nil || !f.Trusted() {
			return
		}
		for _, r := range f.Payload.Work.Refs {
			if r.IsPush() && len(r.New) >= fact.Printed && !yield(r.New) {
				return
			}
		}
	}
}

// tellsCommit reports whether f is the trusted word of a commit.
func tellsCommit(f *fact.Fact) bool { return f.Kind == domain.KindCommitObserved && f.Trusted() }

// savedCheckpoints lists the checkpoints that saved the session of f.
func savedCheckpoints(f *fact.Fact) []domain.CheckpointID {
	if f.Kind != domain.KindSessionIdentityEnriched || !f.Trusted() {
		return nil
	}
	return f.Payload.Checkpoints
}

// ties are gathered by what they say.
type ties map[tied]map[domain.EventID]bool

// tied is a tie without what says so.
type tied struct {
	commit     domain.CommitID
	session    domain.SessionID
	checkpoint domain.CheckpointID
	call       bool
}

func (t ties) add(k tied, by ...*fact.Fact) {
	if t[k] == nil {
		t[k] = map[domain.EventID]bool{}
	}
	for _, f := range by {
		t[k][f.ID] = true
	}
}

func (t ties) named(c *fact.Fact) {
	if tellsCommit(c) && c.Payload.Session != "" {
		t.add(tied{commit: c.Commit, session: c.Payload.Session}, c)
	}
}

// through ties a commit to a session when c is the one's and f the other's word of a checkpoint.
func (t ties) through(id domain.CheckpointID, c, f *fact.Fact) {
	if tellsCommit(c) && slices.Contains(c.Payload.Checkpoints, id) && slices.Contains(savedCheckpoints(f), id) {
		t.add(tied{commit: c.Commit, session: f.Session, checkpoint: id}, c, f)
	}
}

func (t ties) sorted() []Tie {
	out := make([]Tie, 0, len(t))
	for k, by := range t {
		tie := Tie{Commit: k.commit, Session: k.session, Checkpoint: k.checkpoint, ByCall: k.call}
		for id := range by {
			tie.Events = append(tie.Events, id)
		}
		slices.SortFunc(tie.Events, domain.EventID.Compare)
		out = append(out, tie)
	}
	slices.SortFunc(out, func(a, b Tie) int {
		return cmp.Or(cmp.Compare(a.Commit, b.Commit), cmp.Compare(a.Session, b.Session), cmp.Compare(a.Checkpoint, b.Checkpoint), boolOrder(a.ByCall, b.ByCall))
	})
	return out
}

// boolOrder puts false before true.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
