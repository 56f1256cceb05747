package store_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
)

// TestAModelOutlivesTheCallThatMadeIt queries a read model again when the context of the call before has
// ended, as a server does.
func TestAModelOutlivesTheCallThatMadeIt(t *testing.T) {
	for name, options := range map[string]store.Options{"on disk": {}, "in memory": {Memory: true}} {
		t.Run(name, func(t *testing.T) {
			s := store.New(filepath.Join(t.TempDir(), "log.db.views"), storetest.NewLog("a", storetest.Drafts(40, 5)...), options)
			defer s.Close()
			for range 3 {
				ctx, end := context.WithCancel(t.Context())
				if _, err := s.CatchUp(ctx); err != nil {
					t.Fatal(err)
				}
				if _, err := query.Counts(s); err != nil {
					t.Fatal(err)
				}
				end()
			}
		})
	}
}
