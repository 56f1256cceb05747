package query_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/values"
)

func TestALaneFailedWhenItsEndWasObserved(t *testing.T) {
	start, end := storetest.Said(1, "lane.started", `{}`), storetest.Said(2, "lane.failed", `{"failure_class":"test"}`)
	timeless := end
	timeless.ObservedAt = domain.UnknownInstant(domain.UnknownNoZone)
	two := values.Time(end.ObservedAt.UnixNano())
	for name, row := range map[string]struct {
		log  []domain.Draft
		want values.Time
	}{
		"and nothing came after it":               {[]domain.Draft{start, end}, two},
		"also when the lane is closed later":      {[]domain.Draft{start, end, storetest.Said(9, "lane.closed", `{}`)}, two},
		"also when its first word comes last":     {[]domain.Draft{end, start}, two},
		"the earliest of several that say it":     {[]domain.Draft{start, end, storetest.Said(5, "lane.failed", `{"failure_class":"test"}`)}, two},
		"not known when the end has no time":      {[]domain.Draft{start, timeless}, 0},
		"not known, whatever is said of it later": {[]domain.Draft{start, timeless, storetest.Said(9, "lane.closed", `{}`)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := query.Errors(storetest.Opened(t, storetest.NewLog("a", row.log...)), selection.Filter{}, selection.Page{})
			if err != nil || len(list.Errors) != 1 {
				t.Fatalf("%d errors, want 1: %v", len(list.Errors), err)
			}
			if diff := cmp.Diff(row.want, list.Errors[0].At); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}
