package ship_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

func TestWhatTheLockDoesNotNameIsARider(t *testing.T) {
	chosen := domain.ShipCommit{Commit: "a", Role: domain.CommitIntentional, Lane: "L", PatchID: "p"}
	for name, row := range map[string]struct {
		landed []domain.CommitID
		locked []domain.ShipCommit
		want   []domain.ShipCommit
	}{
		"one that came along": {[]domain.CommitID{"x", "a"}, []domain.ShipCommit{chosen}, []domain.ShipCommit{{Commit: "x", Role: domain.CommitRider}, chosen}},
		"one that stayed":     {[]domain.CommitID{}, []domain.ShipCommit{chosen}, []domain.ShipCommit{}},
		"nothing locked":      {[]domain.CommitID{"x"}, nil, []domain.ShipCommit{{Commit: "x", Role: domain.CommitUnknown}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, ship.Roles(row.landed, row.locked)); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

func TestWhatAnIntentSaysOfACommit(t *testing.T) {
	lane := domain.ShipIntent{Lanes: []domain.LaneID{"L"}}
	commit := domain.ShipIntent{Commits: []domain.CommitID{"c"}}
	pinpoint := domain.ShipIntent{Pinpoints: []domain.PinpointName{"#122"}}
	both := domain.ShipIntent{Lanes: lane.Lanes, Commits: commit.Commits}
	for name, row := range map[string]struct {
		intent domain.ShipIntent
		tie    ship.Tie
		want   domain.CommitRole
	}{
		"nobody said anything":                  {domain.ShipIntent{}, ship.Tie{Commit: "c", Lane: "L"}, domain.CommitUnknown},
		"of the lane":                           {lane, ship.Tie{Commit: "c", Lane: "L"}, domain.CommitIntentional},
		"of another lane":                       {lane, ship.Tie{Commit: "c", Lane: "M"}, domain.CommitRider},
		"of no lane that is known":              {lane, ship.Tie{Commit: "c"}, domain.CommitUnknown},
		"named":                                 {commit, ship.Tie{Commit: "c", Lane: "M"}, domain.CommitIntentional},
		"not named":                             {commit, ship.Tie{Commit: "d"}, domain.CommitRider},
		"not named, of the lane":                {both, ship.Tie{Commit: "d", Lane: "L"}, domain.CommitIntentional},
		"not named, of no lane":                 {both, ship.Tie{Commit: "d"}, domain.CommitRider},
		"of the pinpoint":                       {pinpoint, ship.Tie{Commit: "c", Lane: "M", Pinpoints: []domain.PinpointName{"#7", "#122"}}, domain.CommitIntentional},
		"of another pinpoint":                   {pinpoint, ship.Tie{Commit: "c", Pinpoints: []domain.PinpointName{"#7"}}, domain.CommitRider},
		"of a lane, where a pinpoint was meant": {pinpoint, ship.Tie{Commit: "c", Lane: "M"}, domain.CommitUnknown},
		"of a pinpoint, where a lane was meant": {lane, ship.Tie{Commit: "c", Pinpoints: []domain.PinpointName{"#7"}}, domain.CommitUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			if got := ship.RoleOf(row.intent, row.tie); got != row.want {
				t.Fatalf("got %s, want %s", got, row.want)
			}
		})
	}
}
