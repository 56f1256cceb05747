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
		"nothing locked":      {[]domain.CommitID{"x"}, nil, []domain.ShipCommit{{Commit: "x", Role: domain.CommitIntentional}}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, ship.Roles(row.landed, row.locked)); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}
