package query_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// copiedCalls are calls of one id that as many sessions copy from each other; each asks and
// ends at the same time as its copies.
func copiedCalls(sessions, calls int) (out []domain.Draft) {
	at := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	for s := range sessions {
		own := fmt.Sprintf("s%d", s)
		session := domain.MakeSessionID("claude-code", own)
		for n := range calls {
			for k, kind := range []domain.Kind{"tool.requested", "tool.completed"} {
				data := fmt.Sprintf(`{"input":{"command":"ls %d"},"name":"Bash"}`, n)
				if k == 1 {
					data = `{"name":"Bash"}`
				}
				out = append(out, domain.Draft{Kind: kind, Version: 1, Stream: session.Stream(), Epoch: session.Epoch(), Seq: uint64(2*n + k + 1),
					ID: domain.EventID(domain.Derive(at, own, fmt.Sprint(n), fmt.Sprint(k))), Emitter: domain.EmitterID("import/claude-code/" + own),
					ObservedAt: domain.At(at.Add(time.Duration(n) * time.Hour)), Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium},
					Subject: domain.Subject{Session: domain.Known(session), Item: domain.Known(domain.ItemID("call_0"))}, Data: []byte(data)})
			}
		}
	}
	return out
}

// TestCallsThatManySessionsCopyAreMadeOnce has families that are large: work that grows
// with their square does not end within the time of a test.
func TestCallsThatManySessionsCopyAreMadeOnce(t *testing.T) {
	const sessions, calls = 500, 20
	log := storetest.NewLog("copies", copiedCalls(sessions, calls)...)
	s := store.New(filepath.Join(t.TempDir(), "model"), log, store.Options{})
	defer s.Close()
	if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
		t.Fatalf("-folds +read model\n%s", diff)
	}
	list, err := query.Tools(s, selection.Filter{}, selection.Page{})
	if err != nil {
		t.Fatal(err)
	}
	if list.Total != calls {
		t.Errorf("%d calls, want %d", list.Total, calls)
	}
}
