package ship_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

var (
	target = domain.ShipTarget{Repo: "example.org/a/b", Remote: domain.Known(domain.Remote("origin")), Ref: "refs/heads/main"}
	other  = domain.ShipTarget{Repo: "example.org/a/b", Remote: domain.Known(domain.Remote("origin")), Ref: "refs/heads/next"}
)

// said are the events that rows name.
var said = map[string]domain.ShipPayload{
	"prepared":            &domain.ShipPrepared{ShipTarget: target, BaseCommit: "base", HeadCommit: "head", Tree: "tree"},
	"prepared elsewhere":  &domain.ShipPrepared{ShipTarget: other, BaseCommit: "base", HeadCommit: "head", Tree: "tree"},
	"selected":            &domain.ShipCommitsSelected{Commits: []domain.ShipCommit{{Commit: "head", Role: domain.CommitIntentional}}},
	"selected as meant":   &domain.ShipCommitsSelected{Commits: []domain.ShipCommit{{Commit: "head", Role: domain.CommitRider}}, Intent: domain.ShipIntent{Lanes: []domain.LaneID{"L"}}},
	"selected more":       &domain.ShipCommitsSelected{Commits: []domain.ShipCommit{{Commit: "x"}, {Commit: "head"}}},
	"merged":              &domain.ShipMerged{Commit: "head", Tree: "tree"},
	"merged another tree": &domain.ShipMerged{Commit: "head", Tree: "trunk"},
	"pushed":              &domain.ShipPushedMain{ShipTarget: target, Old: "base", New: "head"},
	"confirmed":           &domain.ShipPushedMain{ShipTarget: target, Old: "base", New: "head", Confirmed: true},
	"pushed another":      &domain.ShipPushedMain{ShipTarget: target, Old: "base", New: "other"},
	"told":                &domain.ShipProvenance{ShipTarget: target, Old: "base", New: "head", Tree: "tree"},
	"told another tree":   &domain.ShipProvenance{ShipTarget: target, Old: "base", New: "head", Tree: "trunk"},
	"told another move":   &domain.ShipProvenance{ShipTarget: target, Old: "base", New: "other", Tree: "tree"},
	"rewritten":           &domain.ShipRewritten{ShipTarget: target, Old: "base", New: "head"},
	"unlogged":            &domain.ShipUnloggedPushFound{ShipTarget: target, Old: "base", New: "head"},
}

// folded folds "prepared, selected, …".
func folded(words string) *ship.Intent {
	in := &ship.Intent{}
	for i, word := range strings.Split(words, ", ") {
		if p := said[word]; p != nil {
			in.Apply(&domain.Event{Draft: domain.Draft{ID: domain.EventID{byte(i + 1)}, Kind: p.Kind()}, Revision: domain.Revision(i + 1)}, p)
		}
	}
	return in
}

// TestWhereAShipStands folds the events of one stream; the wanted text is the stage, then
// what contradicts, by the number of its event.
func TestWhereAShipStands(t *testing.T) {
	for words, want := range map[string]string{
		"nothing":                                     "",
		"prepared":                                    "prepared",
		"prepared, selected":                          "selected",
		"prepared, selected, merged":                  "merged",
		"prepared, selected, pushed":                  "pushed",
		"prepared, pushed, confirmed":                 "pushed",
		"prepared, selected, merged, confirmed, told": "closed",
		"told":                                   "closed", // of history that is not recorded
		"rewritten":                              "",
		"unlogged, told":                         "closed",
		"prepared, prepared":                     "prepared", // again, the same
		"prepared, selected, selected":           "selected",
		"prepared, selected, prepared, selected": "selected",
		"prepared, told, told":                   "closed",

		"prepared, selected, selected as meant":      "selected",
		"prepared, selected as meant, selected":      "selected 3:two_selections",
		"prepared, selected more, selected as meant": "selected 3:two_selections",
		"prepared, prepared elsewhere":               "prepared 2:two_intents",
		"prepared, selected, selected more":          "selected 3:two_selections",
		"selected":                                   "selected 1:out_of_order",
		"prepared, merged":                           "merged",
		"confirmed":                                  "pushed",
		"prepared, selected, merged another tree":    "merged 3:other_tree",
		"prepared, selected, pushed another":         "selected 3:other_move",
		"prepared, told another tree":                "closed 2:other_tree",
		"prepared, told another move":                "prepared 2:other_move",
		"told, told another move":                    "closed 2:two_accounts",
		"told, prepared":                             "closed 2:after_close",
		"told, selected, merged":                     "closed 2:after_close 3:after_close",
	} {
		t.Run(words, func(t *testing.T) {
			in := folded(words)
			got := []string{string(in.Stage())}
			for _, c := range in.Conflicts {
				got = append(got, fmt.Sprintf("%d:%s", c.Event[0], c.Says))
			}
			if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

func TestAConfirmedPushStandsBeforeOthers(t *testing.T) {
	for words, event := range map[string]byte{"prepared, pushed, confirmed, pushed": 3, "prepared, confirmed, pushed": 2, "prepared, pushed": 2} {
		if got := folded(words).By["ship.pushed_main"]; got[0] != event {
			t.Errorf("%s: event %d counts, want %d", words, got[0], event)
		}
	}
}

func TestWhatAShipMoves(t *testing.T) {
	want := ship.Move{Repo: "example.org/a/b", Ref: "refs/heads/main", Old: "base", New: "head"}
	for _, words := range []string{"prepared", "told", "selected, prepared, told"} {
		if got, ok := folded(words).Move(); !ok || got != want {
			t.Errorf("%s: %v %v", words, got, ok)
		}
	}
	if got, ok := folded("selected").Move(); ok {
		t.Errorf("a range alone moves %v", got)
	}
}

func TestWhatLandedOutsideOfTheLockedRangeIsARider(t *testing.T) {
	want := []domain.ShipCommit{{Commit: "x", Role: domain.CommitRider}, {Commit: "head", Role: domain.CommitIntentional}}
	if diff := cmp.Diff(want, folded("prepared, selected").Landed([]domain.CommitID{"x", "head"})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, c := range folded("prepared").Landed([]domain.CommitID{"x", "head"}) {
		if c.Role != domain.CommitUnknown {
			t.Errorf("%s is a %s, and nothing was locked", c.Commit, c.Role)
		}
	}
}

// TestAnIntentOnlyGoesOn folds any events in any order: a step that was reached stays
// reached, and repeating an event changes nothing but the revision.
func TestAnIntentOnlyGoesOn(t *testing.T) {
	order := map[ship.Stage]int{ship.Unrecorded: 0, ship.Prepared: 1, ship.Selected: 2, ship.Merged: 3, ship.Pushed: 4, ship.Closed: 5}
	all := slices.Sorted(maps.Keys(said))
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom(all), 0, 8).Draw(t, "events")
		before := folded(strings.Join(words, ", "))
		next := rapid.SampledFrom(all).Draw(t, "next")
		after := folded(strings.Join(append(words, next), ", "))
		if order[after.Stage()] < order[before.Stage()] {
			t.Fatalf("%v goes back from %s to %s by %s", words, before.Stage(), after.Stage(), next)
		}
		again := folded(strings.Join(append(words, next, next), ", "))
		if again.Stage() != after.Stage() || again.Pushed != after.Pushed || again.Locked != after.Locked || again.Provenance != after.Provenance {
			t.Fatalf("%v: %s twice is not as once", words, next)
		}
	})
}
