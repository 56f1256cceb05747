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

// repoHistory is the history of one repository by its facts: its commits, and the moves of the refs
// of its clones. It reads facts while they are iterated for an import: those of the log, and those
// that the import adds; the same fact may occur twice.
type repoHistory struct {
	Commits ship.Commits
	times   map[domain.CommitID]domain.Instant
	changed map[domain.Digest]bool // the paths of each commit
	moves   map[clonedRef][]ship.Moved
	seen    map[domain.EventID]bool // moves
}

// clonedRef is a ref of the clone at a place.
type clonedRef struct {
	at  domain.Path
	ref domain.Ref
}

// newRepoHistory returns an empty history.
func newRepoHistory() *repoHistory {
	return &repoHistory{Commits: ship.Commits{}, times: map[domain.CommitID]domain.Instant{}, changed: map[domain.Digest]bool{},
		moves: map[clonedRef][]ship.Moved{}, seen: map[domain.EventID]bool{}}
}

// Events yields stream, and adds each trusted event to the history.
func (h *repoHistory) Events(stream iter.Seq2[domain.Event, error]) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range stream {
			if err == nil && e.Source.Trust.Rank() >= domain.TrustMedium.Rank() {
				h.add(&e.Draft, e.RecordedAt)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Records yields records, and adds each draft to the history.
func (h *repoHistory) Records(records iter.Seq2[producers.Record, error]) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		for r, err := range records {
			for i := range r.Drafts {
				h.add(&r.Drafts[i], time.Time{})
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// add adds a fact that the log recorded at a time, zero for one that is recorded now. A fact that
// cannot be decoded is skipped.
func (h *repoHistory) add(d *domain.Draft, told time.Time) {
	switch d.Kind {
	case domain.KindCommitObserved:
		h.commit(d)
	case domain.KindRefMoved:
		h.move(d, told)
	}
}

func (h *repoHistory) commit(d *domain.Draft) {
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
		p.PatchID = before.PatchID // of a clone with a history of its refs
	}
	h.Commits[p.Commit] = ship.Commit{ID: p.Commit, Tree: p.Tree, Parents: p.Parents, PatchID: p.PatchID, Made: p.By.At.Time()}
	h.times[p.Commit] = d.ObservedAt
	if p.PatchID != "" {
		h.changed[pathsDigest(p.Paths)] = true
	}
}

// Changed reports whether a commit changes exactly these paths, given in git's order: a commit with
// their patch-id does.
func (h *repoHistory) Changed(paths []domain.Path) bool { return h.changed[pathsDigest(paths)] }

func pathsDigest(paths []domain.Path) (sum domain.Digest) {
	all := sha256.New()
	for _, p := range paths {
		all.Write(append([]byte(p), 0))
	}
	all.Sum(sum[:0])
	return sum
}

func (h *repoHistory) move(d *domain.Draft, told time.Time) {
	var p domain.RefMoved
	if json.Unmarshal(d.Data, &p) != nil || h.seen[d.ID] {
		return
	}
	h.seen[d.ID] = true
	at := clonedRef{d.Subject.Worktree.Value, p.Ref}
	if before := h.moves[at]; !d.Source.Imported() && (len(before) == 0 || before[len(before)-1].New != p.Old) {
		return // a hook saw the move, not the commits in between: an import has all of them
	}
	h.moves[at] = append(h.moves[at], ship.Moved{Event: d.ID, At: told, Old: p.Old, New: leads(p.New, p.Commit), First: p.OldUnknown != ""})
}

// leads is the commit that the value of a ref names.
func leads(value, commit domain.CommitID) domain.CommitID {
	if commit != "" {
		return commit
	}
	return value
}

// Moves lists the moves of a ref of the clone at a place, the oldest first.
func (h *repoHistory) Moves(at domain.Path, ref domain.Ref) []ship.Moved {
	return h.moves[clonedRef{at, ref}]
}

// Clones lists the values of a remote-tracking ref in other clones than the one at a place, each
// with the time of its first record.
func (h *repoHistory) Clones(at domain.Path, ref domain.Ref) (had []ship.Heard) {
	for of, moves := range h.moves {
		if of.ref == ref && of.at != at {
			had = append(had, ship.Heard{At: moves[0].At, Held: moves[0].New})
		}
	}
	slices.SortFunc(had, func(a, b ship.Heard) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Held, b.Held)) })
	return had
}

// Gone lists the refs of the clone at a place that existed and are deleted.
func (h *repoHistory) Gone(at domain.Path) []domain.Ref {
	var gone []domain.Ref
	for of, moves := range h.moves {
		if of.at == at && moves[len(moves)-1].Deletes() {
			gone = append(gone, of.ref)
		}
	}
	return gone
}

// time is when a commit was made, by its own date.
func (h *repoHistory) time(c domain.CommitID) domain.Instant {
	if at, known := h.times[c]; known {
		return at
	}
	return domain.UnknownInstant(domain.UnknownUnavailable)
}
