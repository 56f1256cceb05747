package bus

import (
	"sync"
	"testing"
)

// TestManyOpenNewPositionsAtOnce opens a file that is not there yet many times at once.
func TestManyOpenNewPositionsAtOnce(t *testing.T) {
	for range 60 {
		folder := t.TempDir()
		var all sync.WaitGroup
		for range 16 {
			all.Go(func() {
				g, err := openGroups(folder)
				if err != nil {
					t.Error(err)
					return
				}
				if err := g.conn.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
}
