package store_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// said is the n-th word about one lane by one speaker, n hours after asOf.
func said(n int, kind domain.Kind, data string) domain.Draft {
	return domain.Draft{ID: domain.EventID(domain.Derive(time.Unix(0, 0), "test", fmt.Sprint(n))), Kind: kind, Version: 1, Data: []byte(data),
		ObservedAt: domain.At(asOf.Time().Add(time.Duration(n) * time.Hour)), Emitter: "runner", Seq: uint64(n), SeqKind: domain.SeqOrdinal,
		Epoch:   domain.SessionID("runner/x").Epoch(),
		Source:  domain.Source{Kind: domain.SourceLive, Channel: "api", Trust: domain.TrustHigh},
		Subject: domain.Subject{Lane: domain.Known[domain.LaneID]("01ARZ3NDEKTSV4RRFFQ69G5FAV")}}
}

func TestALaneFailedWhenItsEndWasObserved(t *testing.T) {
	start, end := said(1, "lane.started", `{}`), said(2, "lane.failed", `{"failure_class":"test"}`)
	timeless := end
	timeless.ObservedAt = domain.UnknownInstant(domain.UnknownNoZone)
	two := projections.Time(end.ObservedAt.UnixNano())
	for name, row := range map[string]struct {
		log  []domain.Draft
		want projections.Time
	}{
		"and nothing came after it":               {[]domain.Draft{start, end}, two},
		"also when the lane is closed later":      {[]domain.Draft{start, end, said(9, "lane.closed", `{}`)}, two},
		"also when its first word comes last":     {[]domain.Draft{end, start}, two},
		"the earliest of several that say it":     {[]domain.Draft{start, end, said(5, "lane.failed", `{"failure_class":"test"}`)}, two},
		"not known when the end has no time":      {[]domain.Draft{start, timeless}, 0},
		"not known, whatever is said of it later": {[]domain.Draft{start, timeless, said(9, "lane.closed", `{}`)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := opened(t, newSlice("a", row.log...)).Errors(store.Filter{}, store.Page{})
			if err != nil || len(list.Errors) != 1 {
				t.Fatalf("%d errors, want 1: %v", len(list.Errors), err)
			}
			if diff := cmp.Diff(row.want, list.Errors[0].At); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}
