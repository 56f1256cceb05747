package ship_test

import (
	"slices"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// work is a history in which ships brought some commits.
type work struct {
	repo
	landed  []domain.CommitID
	instead map[domain.CommitID][]domain.CommitID
}

func (w work) Landed(id domain.CommitID) bool { return slices.Contains(w.landed, id) }

func (w work) Same(patch string) (ids []domain.CommitID) {
	for id, c := range w.repo {
		if c.PatchID == patch {
			ids = append(ids, id)
		}
	}
	return ids
}

func (w work) Instead(id domain.CommitID) []domain.CommitID { return w.instead[id] }

func TestOneCommitStandsForTheWork(t *testing.T) {
	for name, row := range map[string]struct {
		history    string
		landed     []domain.CommitID
		provenance domain.ShipProvenance
		want       []ship.Superseded
	}{
		"a squash stands for the commits of its pull request": {"a\nx a\ny x\ns a", []domain.CommitID{"a", "s"},
			domain.ShipProvenance{New: "s", HeadCommit: "y", MergeMethod: domain.MergeSquash, Commits: []domain.ShipCommit{{Commit: "s", PatchID: "patch s"}}},
			[]ship.Superseded{{Commit: "x", By: "s", How: ship.Squashed}, {Commit: "y", By: "s", How: ship.Squashed}}},
		"each commit of a rebase stands for its own": {"a\nx a\ny x\nb a\np b patch=x\nq p patch=y", []domain.CommitID{"a", "b", "p", "q"},
			domain.ShipProvenance{New: "q", HeadCommit: "y", MergeMethod: domain.MergeRebase, Commits: []domain.ShipCommit{{Commit: "q", PatchID: "patch y"}}},
			[]ship.Superseded{{Commit: "y", By: "q", How: ship.Rebased}}},
		"a commit stands for the same change elsewhere": {"a\nb a\nz a patch=same\nc b patch=same", []domain.CommitID{"a", "b", "c"},
			domain.ShipProvenance{New: "c", HeadCommit: "c", MergeMethod: domain.MergeDirectPush, Commits: []domain.ShipCommit{{Commit: "c", PatchID: "patch same"}}},
			[]ship.Superseded{{Commit: "z", By: "c", How: ship.SameChange}}},
		"not for one that landed too": {"a\nb a patch=same\nr b\nc r patch=same", []domain.CommitID{"a", "b", "r", "c"},
			domain.ShipProvenance{New: "c", HeadCommit: "c", MergeMethod: domain.MergeDirectPush, Commits: []domain.ShipCommit{{Commit: "c", PatchID: "patch same"}}}, nil},
		"what a merge brings is itself": {"a\nx a\nm a x", []domain.CommitID{"a", "x", "m"},
			domain.ShipProvenance{New: "m", HeadCommit: "x", MergeMethod: domain.MergeCommit, Commits: []domain.ShipCommit{{Commit: "x", PatchID: "patch x"}, {Commit: "m"}}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := ship.Lineage(work{history(row.history), row.landed, nil}, &row.provenance)
			if !slices.Equal(got, row.want) {
				t.Fatalf("got %v, want %v", got, row.want)
			}
		})
	}
}

// TestWhatGitWroteAnewIsSuperseded follows what git reported as it happened, over commits that
// were not pushed, to those that landed.
func TestWhatGitWroteAnewIsSuperseded(t *testing.T) {
	w := work{history("a\nc a patch=same\nz a patch=same"), []domain.CommitID{"a", "c"}, map[domain.CommitID][]domain.CommitID{
		"c": {"a", "b1", "b2"}, "b1": {"z"}, "b2": {"c", "b1"}}} // in a circle, and over one that landed
	got := ship.Lineage(w, &domain.ShipProvenance{New: "c", HeadCommit: "c", MergeMethod: domain.MergeDirectPush, Commits: []domain.ShipCommit{{Commit: "c", PatchID: "patch same"}}})
	want := []ship.Superseded{{Commit: "b1", By: "c", How: ship.Rewritten}, {Commit: "b2", By: "c", How: ship.Rewritten}, {Commit: "z", By: "c", How: ship.Rewritten}}
	if !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}
