package writer_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
)

// TestTheMachinesOfATeamAreHeard counts what other logs forwarded, in a read model that is made at once and in
// one that is brought on; what came from a file is not heard.
func TestTheMachinesOfATeamAreHeard(t *testing.T) {
	drafts := storetest.Drafts(700, 3)
	for i := range drafts {
		if i%10 != 4 {
			continue
		}
		via, from := domain.ViaForward, fmt.Sprint("log ", i%3)
		if i == 4 {
			via, from = domain.ViaImport, "a file"
		}
		d := &drafts[i]
		d.Kind, d.Causes = domain.KindLogAdmitted, nil
		d.Stream = domain.StreamID{Family: domain.FamilyLog, ULID: domain.Derive(time.Time{}, "admissions")}
		d.Data = fmt.Appendf(nil, `{"ids_digest":"","count":%d,"first":%q,"last":%[2]q,"via":%[3]q,"claims_log":%[4]q}`, i, d.ID, via, from)
	}
	log := storetest.NewLog("a", drafts...)
	want := map[string]query.Heard{}
	for i := range log.All {
		e := &log.All[i]
		e.RecordedAt = storetest.AsOf.Time().Add(time.Duration(i) * time.Second)
		if e.Kind == domain.KindLogAdmitted && i != 4 {
			from := fmt.Sprint("log ", i%3)
			want[from] = query.Heard{Log: from, At: e.RecordedAt.UTC(), Events: want[from].Events + i}
		}
	}
	for name, path := range map[string]string{"at once": "once.views", "brought on": "on.views"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), path)
			if name == "brought on" {
				storetest.BroughtOn(t, path, log)
			}
			s := store.New(path, log, store.Options{})
			defer func() { _ = s.Close() }()
			if _, err := s.CatchUp(t.Context()); err != nil {
				t.Fatal(err)
			}
			heard, err := query.HeardLogs(s)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]query.Heard{}
			for i, h := range heard {
				got[h.Log] = h
				if i > 0 && h.At.After(heard[i-1].At) {
					t.Errorf("%s is after one that was heard earlier", h.Log)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if v := storetest.Verified(t, path, log); v.Total != 0 {
				t.Errorf("%+v", v)
			}
		})
	}
}
