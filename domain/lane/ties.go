package lane

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
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
		if f.Said.Session == session {
			t.named(f)
		}
		if f.Session != session {
			continue
		}
		for _, id := range f.saved() {
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
		if c.Commit != commit || !c.shows() {
			continue
		}
		t.named(c)
		for _, id := range c.Said.Checkpoints {
			for _, f := range load(checkpointKey(id)) {
				t.through(id, c, f)
			}
		}
	}
	return t.sorted()
}

// shows reports whether f is the trusted word of a commit.
func (f *Fact) shows() bool { return f.Kind == domain.KindCommitObserved && f.trusted() }

// saved lists the checkpoints that saved the session of f.
func (f *Fact) saved() []domain.CheckpointID {
	if f.Kind != domain.KindSessionIdentityEnriched || !f.trusted() {
		return nil
	}
	return f.Said.Checkpoints
}

// ties are gathered by what they say.
type ties map[tied]map[domain.EventID]bool

// tied is a tie without what says so.
type tied struct {
	commit     domain.CommitID
	session    domain.SessionID
	checkpoint domain.CheckpointID
}

func (t ties) add(k tied, by ...*Fact) {
	if t[k] == nil {
		t[k] = map[domain.EventID]bool{}
	}
	for _, f := range by {
		t[k][f.ID] = true
	}
}

func (t ties) named(c *Fact) {
	if c.shows() && c.Said.Session != "" {
		t.add(tied{c.Commit, c.Said.Session, ""}, c)
	}
}

// through ties a commit to a session when c is the one's and f the other's word of a checkpoint.
func (t ties) through(id domain.CheckpointID, c, f *Fact) {
	if c.shows() && slices.Contains(c.Said.Checkpoints, id) && slices.Contains(f.saved(), id) {
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
