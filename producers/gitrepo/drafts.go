package gitrepo

import (
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// Source is the name of the format in emitters and channels, and what --from takes.
const Source = "git"

// HookChannel is the channel of what the hooks of a clone see.
const HookChannel = "hook:" + Source

func emitter(repo domain.RepoID) domain.EmitterID {
	return domain.EmitterID("import/" + Source + "/" + string(repo))
}

// envelope is what all events of a repository share.
func envelope(repo domain.RepoID) domain.Draft {
	return domain.Draft{
		Version:     1,
		Stream:      repo.Stream(),
		Emitter:     emitter(repo),
		Epoch:       repo.Epoch(),
		Correlation: repo.Correlation(),
		Subject:     domain.Subject{Repo: domain.Known(repo)},
		Source:      domain.Source{Kind: domain.SourceLive, Channel: domain.ImportChannel + Source},
	}
}

// draft drafts a commit. The id is derived from the repository and the commit, not from
// the clone. What a clone cannot report for lack of objects is a separate fact, so that a
// complete clone can report the rest later.
func (c *commit) draft(repo domain.RepoID, ch *changes) domain.Draft {
	d := envelope(repo)
	p := c.observed()
	p.PatchID, p.PatchIDUnknown, p.Paths, p.PathsUnknown = ch.patch, ch.patchUnknown, ch.paths, ch.pathsUnknown
	if p.Paths == nil && p.PathsUnknown == "" {
		p.Paths = []domain.Path{} // it is known that nothing changed
	}
	d.Kind = p.Kind()
	d.ID = domain.RecordEventID(c.committer.At.Time(), Source, string(repo), string(c.id), ch.part())
	d.ObservedAt = c.committer.At
	d.Subject.Commit = domain.Known(c.id)
	d.Data = producers.Encode(p)
	return d
}

// observed returns what the object itself records.
func (c *commit) observed() domain.CommitObserved {
	return domain.CommitObserved{
		Commit: c.id, Tree: c.tree, Parents: append([]domain.CommitID{}, c.parents...), Author: c.author, Committer: c.committer,
		CoAuthors: c.message.coAuthors, Trailers: c.message.trailers, Session: c.message.session, Checkpoints: c.message.checkpoints,
	}
}

// part returns how much of the commit is recorded.
func (c *changes) part() string {
	part := "commit"
	if c.pathsUnknown != "" {
		part += " without paths"
	}
	if c.patchUnknown != "" {
		part += " without patch"
	}
	return part
}

// draft drafts that a ref of the clone at a place moved. The move before is its cause and
// in its id: a ref may go the same way twice.
func (m moved) draft(repo domain.RepoID, at domain.Path, before domain.EventID) domain.Draft {
	d := envelope(repo)
	p := domain.RefMoved{Ref: m.name, Old: m.old, New: m.value, Commit: m.commit, Remote: m.remote, Forced: m.forced}
	if p.Commit == p.New {
		p.Commit = ""
	}
	previous := ""
	if before.IsZero() {
		p.OldUnknown = domain.UnknownNotRecorded
	} else {
		previous = before.String()
		d.Causes = []domain.EventID{before}
	}
	d.Kind = p.Kind()
	d.ID = domain.EventID(domain.Derive(time.Time{}, Source, string(repo), string(at), string(m.name), string(m.old), string(m.value), previous))
	d.ObservedAt = domain.UnknownInstant(domain.UnknownNotRecorded)
	d.Subject.Worktree = domain.Known(at)
	if m.commit != "" {
		d.Subject.Commit = domain.Known(m.commit)
	}
	d.Data = producers.Encode(p)
	return d
}
