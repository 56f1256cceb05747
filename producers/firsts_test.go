package producers_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

func TestTheFirstThatIsSaidUnderAnIdIsKept(t *testing.T) {
	one, two := domain.EventID{1}, domain.EventID{2}
	for _, row := range []struct {
		name   string
		drafts []domain.Draft
		want   []int // places of those that are kept
	}{
		{"nothing", nil, nil},
		{"two ids", []domain.Draft{{ID: one}, {ID: two}}, []int{0, 1}},
		{"the same again", []domain.Draft{{ID: one, Data: []byte("1")}, {ID: one, Data: []byte("1")}}, []int{0, 1}},
		{"other data", []domain.Draft{{ID: one, Data: []byte("1")}, {ID: one, Data: []byte("2")}}, []int{0}},
		{"the first again after other data", []domain.Draft{{ID: one}, {ID: one, Data: []byte("2")}, {ID: one}}, []int{0, 2}},
		{"another number", []domain.Draft{{ID: one, Seq: 1}, {ID: one, Seq: 2}}, []int{0}},
		{"another cause", []domain.Draft{{ID: one}, {ID: one, Causes: []domain.EventID{two}}}, []int{0}},
		{"another turn", []domain.Draft{{ID: one}, {ID: one, Subject: domain.Subject{Turn: domain.Known(domain.TurnID("t"))}}}, []int{0}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var firsts producers.Firsts
			var got []int
			for i, d := range row.drafts {
				if kept, changed := firsts.Keep([]domain.Draft{d}); len(kept)+len(changed) != 1 {
					t.Errorf("%d drafts are kept, and %d changed, of one", len(kept), len(changed))
				} else if len(kept) == 1 {
					got = append(got, i)
				}
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
