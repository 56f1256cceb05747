package query_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
)

// TestEachObservationOfACommitCountsForItsClass labels one of many observations of a commit, in whatever
// place: the state of a commit names the least eight of them.
func TestEachObservationOfACommitCountsForItsClass(t *testing.T) {
	const observations = 12
	for labelled := range observations {
		t.Run(fmt.Sprintf("observation %d", labelled+1), func(t *testing.T) {
			var drafts []domain.Draft
			for n := range observations {
				repo := domain.RepoID(fmt.Sprintf("example.org/clone%d", n%3))
				d := about(t, n+1, repo.Stream(), domain.CommitObserved{Commit: id40("a")})
				if n == labelled {
					d.Sensitivity = []domain.Label{{Pointer: "/author", Class: domain.SensitivitySecret}}
				}
				drafts = append(drafts, d, about(t, n+100, repo.Stream(), domain.CommitObserved{Commit: id40("b")}))
			}
			got, err := query.CommitClasses(storetest.Opened(t, storetest.NewLog("a", drafts...)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(map[domain.CommitID]domain.Sensitivity{id40("a"): domain.SensitivitySecret}, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
