package gitrepo

import (
	"context"
	"runtime"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// Patches take most of the time, so several gits write them at once, each those of a
// batch. More than a few batches ahead of the reader are not made.
const (
	batchCommits = 1024
	mostWorkers  = 4
)

// worked is a batch and its result.
type worked struct {
	batch   []*commit
	changes map[domain.CommitID]*changes
	err     error
}

// commits calls tell with each commit in order, until tell returns false; more is false then.
func (r *reading) commits(ctx context.Context, tell func(producers.Record) bool) (more bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	ordered := make(chan chan worked, min(runtime.GOMAXPROCS(0), mostWorkers)-1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.work(ctx, ordered)
	}()
	defer func() {
		cancel()
		for last := range ordered {
			<-last
		}
		<-done
	}()
	for result := range ordered {
		w := <-result
		if w.err != nil {
			return false, w.err
		}
		for _, c := range w.batch {
			if !tell(producers.Record{Drafts: []domain.Draft{c.draft(r.repo, w.changes[c.id])}}) {
				return false, nil
			}
		}
	}
	return true, ctx.Err()
}

// work starts the batches in order and closes ordered. As many are under way as ordered
// has room for, and one.
func (r *reading) work(ctx context.Context, ordered chan<- chan worked) {
	defer close(ordered)
	for from := 0; from < len(r.found.order) && ctx.Err() == nil; from += batchCommits {
		ids := r.found.order[from:min(from+batchCommits, len(r.found.order))]
		batch := make([]*commit, len(ids))
		for i, id := range ids {
			batch[i] = r.found.commits[id]
		}
		result := make(chan worked, 1)
		ordered <- result
		go func() {
			all, err := r.clone.scratch.changesOf(ctx, batch, r.shallow)
			result <- worked{batch, all, err}
		}()
	}
}
