package esdb

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// queue holds the appends that wait for the next round. One goroutine does the rounds, as long as there are
// appends: those of one process share the reading of what is new, and are sent at once.
type queue struct {
	log     *Log
	mu      sync.Mutex
	waiting []*attempt
	running bool
}

// commit hands an append to the rounds, which it begins where none are done. An append is under way.
func (q *queue) commit(a *attempt) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, a)
	if !q.running {
		q.running = true
		q.log.life.Hold() // Close waits for the rounds
		go q.rounds()
	}
}

// take takes what waits; where nothing waits and nothing is under way, it reports that the rounds are over.
func (q *queue) take(underWay int) (waiting []*attempt, over bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	waiting, q.waiting = q.waiting, nil
	if len(waiting)+underWay == 0 {
		q.running = false
	}
	return waiting, !q.running
}

// rounds decides and sends until all appends are answered.
func (q *queue) rounds() {
	defer q.log.life.EndAppend()
	for underWay := []*attempt(nil); ; {
		waiting, over := q.take(len(underWay))
		if over {
			return
		}
		underWay = q.rest(q.round(wanted(append(underWay, waiting...))))
	}
}

// wanted are the appends whose callers still wait.
func wanted(all []*attempt) []*attempt {
	var some []*attempt
	for _, a := range all {
		if err := a.ctx.Err(); err != nil {
			a.end(nil, err)
			continue
		}
		some = append(some, a)
	}
	return some
}

// round reads what is new, answers the appends that the log holds or refuses, and sends the others: at once,
// but one of each stream and of each id. It returns those that were not answered.
func (q *queue) round(all []*attempt) (left []*attempt) {
	ctx := context.Background() // no caller decides for the others; the end of the log ends it
	if err := q.log.ids.lock(ctx); err != nil {
		return endAll(all, err)
	}
	defer q.log.ids.unlock()
	if err := q.lookAll(ctx, all); err != nil {
		return endAll(all, err)
	}
	s := sending{streams: map[domain.StreamID]bool{}, ids: map[domain.EventID]bool{}}
	for _, a := range all {
		if a.ended() { // its own look failed
			continue
		}
		revision, fresh := a.decide()
		if a.ended() {
			continue
		}
		left = append(left, a)
		if s.joins(a) {
			s.running.Go(func() { a.fails = a.send(ctx, revision, fresh); a.tried++ })
		}
	}
	s.running.Wait()
	return left
}

// lookAll reads what is new once, for all appends, and then what single ones need.
//
// Errors: of the store, which concern all. A damaged event is the concern of the append that has its id.
func (q *queue) lookAll(ctx context.Context, all []*attempt) error {
	const operation = "append"
	read := map[domain.EventID]*domain.Event{}
	for _, a := range all {
		for i := range a.batch {
			read[a.batch[i].ID] = nil
		}
	}
	err := q.log.catchUp(ctx, operation, read)
	if errors.Is(err, eventlog.ErrCorrupt) && len(all) > 1 {
		for _, a := range all {
			if err := q.lookAll(ctx, []*attempt{a}); err != nil {
				a.end(nil, err)
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	for _, a := range all {
		if err := a.look(ctx, read); err != nil {
			a.end(nil, err)
		}
	}
	return nil
}

// sending is what one round sends.
type sending struct {
	running sync.WaitGroup
	streams map[domain.StreamID]bool
	ids     map[domain.EventID]bool
}

// joins reports whether an append may be sent with those that joined before: what it expects does not rest
// on theirs.
func (s *sending) joins(a *attempt) bool {
	if len(s.streams) == mostAtOnce || s.streams[a.stream] {
		return false
	}
	for i := range a.batch {
		if s.ids[a.batch[i].ID] {
			return false
		}
	}
	s.streams[a.stream] = true
	for i := range a.batch {
		s.ids[a.batch[i].ID] = true
	}
	return true
}

// mostAtOnce is how many appends one round sends.
const mostAtOnce = 64

// rest ends the appends that failed for good or for too long, and waits where all that are left were sent
// before. It returns those that are left.
func (q *queue) rest(all []*attempt) (left []*attempt) {
	for _, a := range all {
		switch {
		case a.fails != nil && !errors.Is(a.fails, errRevision) && !transient(a.fails):
			a.end(nil, typed("append", a.stream.String(), a.fails))
		case a.tried > 1 && time.Since(a.begun) > q.log.options.Deadline:
			a.end(nil, a.gaveUp())
		default:
			left = append(left, a)
		}
	}
	if len(left) > 0 {
		if least := slices.MinFunc(left, func(a, b *attempt) int { return a.tried - b.tried }).tried; least > 1 {
			q.log.life.Pause(context.Background(), least-1, time.Time{}, 0)
		}
	}
	return left
}

// endAll answers all appends with an error.
func endAll(all []*attempt, err error) []*attempt {
	for _, a := range all {
		a.end(nil, err)
	}
	return nil
}
