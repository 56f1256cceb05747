package gitrepo

import (
	"iter"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// Known is what a log holds of a repository by earlier imports. The zero value is a log
// that holds nothing.
type Known struct {
	commits map[domain.CommitID]knownCommit
	refs    map[placed]move
	stands  map[standsAt]int // in how many clones
}

// standsAt is what a ref holds, in whatever clone.
type standsAt struct {
	ref domain.Ref
	now domain.CommitID
}

// knownCommit is a commit of the log; a partial one was read where objects were missing.
type knownCommit struct {
	parents []domain.CommitID
	partial bool
}

// placed is a ref of a clone.
type placed struct {
	at  domain.Path
	ref domain.Ref
}

// move is the last recorded move of a ref.
type move struct {
	by  domain.EventID
	now domain.CommitID
}

// Learn reads what the events of the repository's stream say, in the order of the log.
//
// Errors: those of the events.
func Learn(stream iter.Seq2[domain.Event, error]) (*Known, error) {
	k := &Known{}
	for e, err := range stream {
		if err != nil {
			return nil, err
		}
		k.add(&e)
	}
	return k, nil
}

// add takes an event of the stream. An event of another emitter, or of an untrusted one,
// is no reason to leave a fact out. A move that a hook of the clone saw, and that
// continues from what is known about the ref, counts as recorded.
func (k *Known) add(e *domain.Event) {
	ours := e.Emitter == emitter(e.Subject.Repo.Value)
	if e.Source.Trust.Rank() < domain.TrustMedium.Rank() || !ours && e.Source.Channel != HookChannel {
		return
	}
	switch e.Kind {
	case domain.KindCommitObserved:
		if ours {
			k.addCommit(e)
		}
	case domain.KindRefMoved:
		var p domain.RefMoved
		if json.Unmarshal(e.Data, &p) != nil {
			return
		}
		at := placed{e.Subject.Worktree.Value, p.Ref}
		if before, told := k.refs[at]; ours || told && before.now == p.Old {
			k.addMove(at, move{e.ID, p.New})
		}
	}
}

func (k *Known) addMove(at placed, m move) {
	if k.refs == nil {
		k.refs, k.stands = map[placed]move{}, map[standsAt]int{}
	}
	if before, held := k.refs[at]; held {
		k.stands[standsAt{at.ref, before.now}]--
	}
	k.refs[at] = m
	k.stands[standsAt{at.ref, m.now}]++
}

func (k *Known) addCommit(e *domain.Event) {
	var p struct {
		Commit         domain.CommitID   `json:"commit"`
		Parents        []domain.CommitID `json:"parents"`
		PathsUnknown   domain.Unknown    `json:"paths_unknown"`
		PatchIDUnknown domain.Unknown    `json:"patch_id_unknown"`
	}
	if json.Unmarshal(e.Data, &p) != nil {
		return // erased, or of a later version
	}
	if k.commits == nil {
		k.commits = map[domain.CommitID]knownCommit{}
	}
	partial := p.PathsUnknown != "" || p.PatchIDUnknown != ""
	if before, held := k.commits[p.Commit]; !held || before.partial {
		k.commits[p.Commit] = knownCommit{p.Parents, partial}
	}
}

// holds reports whether the log holds the commit, whole.
func (k *Known) holds(id domain.CommitID) bool {
	c, held := k.commits[id]
	return held && !c.partial
}

// edge lists the commits to look at again: what is partly known, which leads to its
// parents, and the parents of others that were missing when these were recorded.
func (k *Known) edge() []domain.CommitID {
	var out []domain.CommitID
	for id, c := range k.commits {
		if c.partial {
			out = append(out, id)
			continue
		}
		for _, p := range c.parents {
			if !k.holds(p) {
				out = append(out, p)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// told returns the last recorded move of a ref of the clone at a place.
func (k *Known) told(at domain.Path, name domain.Ref) (move, bool) {
	m, ok := k.refs[placed{at, name}]
	return m, ok
}

// elsewhere reports whether the log contains the same ref of some clone at this commit.
func (k *Known) elsewhere(name domain.Ref, now domain.CommitID) bool {
	return k.stands[standsAt{name, now}] > 0
}
