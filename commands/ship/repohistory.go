package shipping

import (
	"cmp"
	"crypto/sha256"
	"iter"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/producers"
)

// RepoHistory is what the facts of one repository say: its commits, and how the refs of
// its clones moved. It hears them as they pass by, those of the log on the way to an
// import and those that the import tells; the same fact may be heard twice.
type RepoHistory struct {
	Commits ship.Commits
	times   map[domain.CommitID]domain.Instant
	changed map[domain.Digest]bool // the paths of each commit
	moves   map[clonedRef][]ship.Moved
	heard   map[domain.EventID]bool // moves
}

// clonedRef is a ref of the clone at a place.
type clonedRef struct {
	at  domain.Path
	ref domain.Ref
}

// NewRepoHistory returns the history of no fact.
func NewRepoHistory() *RepoHistory {
	return &RepoHistory{Commits: ship.Commits{}, times: map[domain.CommitID]domain.Instant{}, changed: map[domain.Digest]bool{},
		moves: map[clonedRef][]ship.Moved{}, heard: map[domain.EventID]bool{}}
}

// Events is stream, each trusted event of which is heard.
func (h *RepoHistory) Events(stream iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range stream {
			if err == nil && e.Source.Trust.Rank() >= domain.TrustMedium.Rank() {
				h.hear(&e.Draft, e.RecordedAt)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Records is records, each draft of which is heard.
func (h *RepoHistory) Records(records iter.Seq2[producers.Record, error]) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		for r, err := range records {
			for i := range r.Drafts {
				h.hear(&r.Drafts[i], time.Time{})
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// hear takes a fact that the log was told at a time, zero for one that it is told now. One that this
// program cannot read says nothing here.
func (h *RepoHistory) hear(d *domain.Draft, told time.Time) {
	switch d.Kind {
	case domain.KindCommitObserved:
		h.commit(d)
	case domain.KindRefMoved:
		h.move(d, told)
	}
}

func (h *RepoHistory) commit(d *domain.Draft) {
	var p struct {
		Commit  domain.CommitID   `json:"commit"`
		Tree    string            `json:"tree"`
		Parents []domain.CommitID `json:"parents"`
		PatchID string            `json:"patch_id"`
		Paths   []domain.Path     `json:"paths"`
		By      domain.Signed     `json:"committer"`
	}
	if json.Unmarshal(d.Data, &p) != nil {
		return
	}
	if before, known := h.Commits[p.Commit]; known && p.PatchID == "" {
		p.PatchID = before.PatchID // of a clone that could tell
	}
	h.Commits[p.Commit] = ship.Commit{ID: p.Commit, Tree: p.Tree, Parents: p.Parents, PatchID: p.PatchID, Made: p.By.At.Time()}
	h.times[p.Commit] = d.ObservedAt
	if p.PatchID != "" {
		h.changed[pathsDigest(p.Paths)] = true
	}
}

// Changed reports whether some commit changes these paths, given in git's order, and no
// others: one that has their patch-id does.
func (h *RepoHistory) Changed(paths []domain.Path) bool { return h.changed[pathsDigest(paths)] }

func pathsDigest(paths []domain.Path) (sum domain.Digest) {
	all := sha256.New()
	for _, p := range paths {
		all.Write(append([]byte(p), 0))
	}
	all.Sum(sum[:0])
	return sum
}

func (h *RepoHistory) move(d *domain.Draft, told time.Time) {
	var p domain.RefMoved
	if json.Unmarshal(d.Data, &p) != nil || h.heard[d.ID] {
		return
	}
	h.heard[d.ID] = true
	at := clonedRef{d.Subject.Worktree.Value, p.Ref}
	if before := h.moves[at]; !d.Source.Imported() && (len(before) == 0 || before[len(before)-1].New != p.Old) {
		return // a hook saw it, and not what was between: an import tells of all that together
	}
	h.moves[at] = append(h.moves[at], ship.Moved{Event: d.ID, At: told, Old: p.Old, New: leads(p.New, p.Commit), First: p.OldUnknown != ""})
}

// leads is the commit that a ref's value leads to.
func leads(value, commit domain.CommitID) domain.CommitID {
	if commit != "" {
		return commit
	}
	return value
}

// Moves lists how a ref of the clone at a place moved, the first first.
func (h *RepoHistory) Moves(at domain.Path, ref domain.Ref) []ship.Moved {
	return h.moves[clonedRef{at, ref}]
}

// Clones lists what other clones than the one at a place had as a ref that they follow of a remote, each
// when it was first heard of.
func (h *RepoHistory) Clones(at domain.Path, ref domain.Ref) (had []ship.Heard) {
	for of, moves := range h.moves {
		if of.ref == ref && of.at != at {
			had = append(had, ship.Heard{At: moves[0].At, Held: moves[0].New})
		}
	}
	slices.SortFunc(had, func(a, b ship.Heard) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Held, b.Held)) })
	return had
}

// Gone lists the refs of the clone at a place that were there and are deleted.
func (h *RepoHistory) Gone(at domain.Path) []domain.Ref {
	var gone []domain.Ref
	for of, moves := range h.moves {
		if of.at == at && moves[len(moves)-1].Deletes() {
			gone = append(gone, of.ref)
		}
	}
	return gone
}

// time is when a commit was made, as it says itself.
func (h *RepoHistory) time(c domain.CommitID) domain.Instant {
	if at, known := h.times[c]; known {
		return at
	}
	return domain.UnknownInstant(domain.UnknownUnavailable)
}
