package index

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Tie says that a commit came of a session: it names the session, or a checkpoint that
// saved it. A tie is no evidence: it moves no outcome.
type Tie struct {
	Commit     domain.CommitID     `json:"commit"`
	Session    domain.SessionID    `json:"session"`
	Checkpoint domain.CheckpointID `json:"checkpoint,omitzero"` // "" where the commit names the session
	Events     []domain.EventID    `json:"because"`             // that say so
}

// CommitsOf returns the commits that came of a session, each tie once, sorted.
func CommitsOf(load Loader, session domain.SessionID) []Tie {
	t := ties{}
	for _, f := range load(sessionKey(session)) {
		if f.Payload.Session == session {
			t.named(f)
		}
		if f.Session != session {
			continue
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
func SessionsOf(load Loader, commit domain.CommitID) []Tie {
	t := ties{}
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
		t.add(tied{c.Commit, c.Payload.Session, ""}, c)
	}
}

// through ties a commit to a session when c is the one's and f the other's word of a checkpoint.
func (t ties) through(id domain.CheckpointID, c, f *fact.Fact) {
	if tellsCommit(c) && slices.Contains(c.Payload.Checkpoints, id) && slices.Contains(savedCheckpoints(f), id) {
		t.add(tied{c.Commit, f.Session, id}, c, f)
	}
}

func (t ties) sorted() []Tie {
	out := make([]Tie, 0, len(t))
	for k, by := range t {
		tie := Tie{Commit: k.commit, Session: k.session, Checkpoint: k.checkpoint}
		for id := range by {
			tie.Events = append(tie.Events, id)
		}
		slices.SortFunc(tie.Events, domain.EventID.Compare)
		out = append(out, tie)
	}
	slices.SortFunc(out, func(a, b Tie) int {
		return cmp.Or(cmp.Compare(a.Commit, b.Commit), cmp.Compare(a.Session, b.Session), cmp.Compare(a.Checkpoint, b.Checkpoint))
	})
	return out
}
