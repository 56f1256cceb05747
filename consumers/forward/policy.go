package forward

import (
	"slices"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/consumers/forward/cursor"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/producers"
)

// Policy is what may leave the machine. The zero Policy lets nothing above internal leave, and all texts.
type Policy struct {
	// Content reduces what is sent of conversations. Other data have another digest: an event that two
	// machines send differently is a conflict, and the first one stays.
	Content producers.Content
	// Repos lets only events of these repositories leave; empty: of all, and those of none.
	Repos []domain.RepoID
	// Ceiling is the greatest class that leaves; "" is internal.
	Ceiling domain.Sensitivity
}

// withheld is why an event does not leave, "" where it does.
func (p *Policy) withheld(e *domain.Event, in *places) cursor.Reason {
	info, _ := domain.LookupKind(e.Kind)
	switch {
	case e.Kind == domain.KindLogDataErased: // it erases what was sent
		return ""
	case info.Family == domain.FamilyLog, info.Reserved && info.Family == domain.FamilyPolicy:
		return cursor.OfThisLog
	case e.Erased:
		return cursor.Erased
	case len(p.Repos) > 0 && !slices.Contains(p.Repos, in.repo(e)):
		return cursor.OtherRepo
	}
	ceiling := p.Ceiling
	if ceiling == "" {
		ceiling = domain.SensitivityInternal
	}
	for _, label := range e.Sensitivity {
		if label.Class.Rank() > ceiling.Rank() {
			return cursor.AboveCeiling
		}
	}
	return ""
}

// line appends an event as it is sent, with a newline.
//
// Errors: data that do not match their kind.
func (p *Policy) line(e domain.Event, to []byte) ([]byte, error) {
	data, err := p.Content.Render(e.Kind, e.Data)
	if err == nil {
		data, err = jcs.Canonical(data)
	}
	if err != nil {
		return to, errors.Wrapf(err, "reduce event %s", e.ID)
	}
	e.Data, e.DataDigest = data, seal.Data(*e.Salt, data)
	return append(seal.Line(&e, to), '\n'), nil
}

// places are the repositories of sessions, streams and worktrees, as far as events named both.
type places struct {
	sessions  map[domain.SessionID]domain.RepoID
	streams   map[domain.StreamID]domain.RepoID
	worktrees map[domain.Path]domain.RepoID
}

func newPlaces() *places {
	return &places{sessions: map[domain.SessionID]domain.RepoID{}, streams: map[domain.StreamID]domain.RepoID{}, worktrees: map[domain.Path]domain.RepoID{}}
}

// learn records what an event states about where its session works.
func (in *places) learn(e *domain.Event) {
	repo := in.repo(e)
	if repo == "" {
		return
	}
	if e.Subject.Repo.Value != "" && e.Subject.Worktree.Value != "" {
		in.worktrees[e.Subject.Worktree.Value] = repo
	}
	if s := e.Subject.Session.Value; s != "" {
		in.sessions[s] = repo
	}
	in.streams[e.Stream] = repo
}

// repo is the repository of an event, "" for one that is not known.
func (in *places) repo(e *domain.Event) domain.RepoID {
	if own := e.Subject.Repo.Value; own != "" {
		return own
	}
	if of := in.worktrees[e.Subject.Worktree.Value]; of != "" {
		return of
	}
	if of := in.sessions[e.Subject.Session.Value]; of != "" {
		return of
	}
	return in.streams[e.Stream]
}
