package logtest

import (
	"errors"
	"strconv"
	"sync"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

const (
	writers = 16
	rounds  = 20 // appends of each writer
)

func concurrentRows() []row {
	return []row{
		{"appends of 16 goroutines lose nothing and repeat nothing", func(t *testing.T, r *rig) {
			receipts := make([][]eventlog.Receipt, writers)
			together(func(w int) {
				session := "own " + strconv.Itoa(w)
				for n := range rounds {
					own := mustAppend(t, r, eventlog.At(domain.Revision(2*n)), messagesFrom(session, 2*n+1, 2*n+2)...)
					shared := mustAppend(t, r, eventlog.Any, message("shared", w*rounds+n+1))
					receipts[w] = append(append(receipts[w], own...), shared...)
				}
			})
			all := r.all(eventlog.Query{})
			checkPositions(t, r.log, all)
			equal(t, "events", 1+3*writers*rounds, len(all))
			checkReceipts(t, all, receipts)
		}},
		{"of 16 appends at one revision one is met", func(t *testing.T, r *rig) {
			r.append(eventlog.None, message("a", 1))
			for n := range 5 {
				errs := make([]error, writers)
				together(func(w int) {
					d := message("a", 2+n*writers+w)
					_, errs[w] = r.log.Append(r.ctx, d.Stream, eventlog.At(domain.Revision(n+1)), []domain.Draft{d})
				})
				met := 0
				for _, err := range errs {
					if err == nil {
						met++
					} else {
						r.fails(eventlog.ErrConflict, err)
					}
				}
				equal(t, "appends met", 1, met)
			}
			equal(t, "events", 6, len(r.all(eventlog.Query{Stream: message("a", 1).Stream})))
		}},
		{"one event appended by 16 goroutines is one event", func(t *testing.T, r *rig) {
			for n := range 5 {
				receipts := make([]eventlog.Receipt, writers)
				together(func(w int) { receipts[w] = mustAppend(t, r, eventlog.Any, message("a", n+1))[0] })
				fresh := 0
				for i := range receipts {
					if !receipts[i].Repeated {
						fresh++
					}
					receipts[i].Repeated = false
					equal(t, "receipt", receipts[0], receipts[i])
				}
				equal(t, "receipts that are the first", 1, fresh)
			}
			checkPositions(t, r.log, r.all(eventlog.Query{}))
		}},
		{"a bad draft of one goroutine harms no other", func(t *testing.T, r *rig) {
			together(func(w int) {
				for n := range rounds {
					d := message("own "+strconv.Itoa(w), n+1)
					if w%2 == 0 {
						mustAppend(t, r, eventlog.Any, d)
						continue
					}
					d.Emitter = ""
					if _, err := r.log.Append(r.ctx, d.Stream, eventlog.Any, []domain.Draft{d}); !errors.Is(err, eventlog.ErrInvalid) {
						t.Errorf("a bad draft: %v", err)
					}
				}
			})
			equal(t, "events", 1+writers/2*rounds, len(r.all(eventlog.Query{})))
		}},
		{"who reads again and again while others append skips nothing", func(t *testing.T, r *rig) {
			done := make(chan struct{})
			go func() {
				defer close(done)
				appendAtOnce(t, r)
			}()
			var got []domain.Event
			for len(got) < 1+writers*rounds && r.ctx.Err() == nil {
				var after domain.Position
				if len(got) > 0 {
					after = got[len(got)-1].Position
				}
				events, err := collect(r.log.Read(r.ctx, eventlog.Query{After: after}))
				if err != nil {
					t.Error(err)
					break
				}
				got = append(got, events...)
			}
			<-done
			equal(t, "events", r.all(eventlog.Query{}), got)
			checkPositions(t, r.log, got)
		}},
		{"who follows while others append skips nothing", func(t *testing.T, r *rig) {
			f := follow(r.ctx, r.log, eventlog.Query{})
			done := make(chan struct{})
			go func() {
				defer close(done)
				appendAtOnce(t, r)
			}()
			got := f.next(t, 1+writers*rounds)
			<-done
			equal(t, "events", r.all(eventlog.Query{}), got)
		}},
		{"close lets appends under way end: what was acknowledged came in order", func(t *testing.T, r *rig) {
			f := follow(r.ctx, r.log, eventlog.Query{})
			f.next(t, 1)
			started := make(chan struct{}, writers)
			var wg sync.WaitGroup
			for w := range writers {
				wg.Go(func() {
					for n := 0; ; n++ {
						d := message("own "+strconv.Itoa(w), n+1)
						_, err := r.log.Append(r.ctx, d.Stream, eventlog.At(domain.Revision(n)), []domain.Draft{d})
						if n == 0 {
							started <- struct{}{}
						}
						if err != nil {
							if !errors.Is(err, eventlog.ErrClosed) {
								t.Errorf("an append during close: %v", err)
							}
							return
						}
					}
				})
			}
			<-started
			if err := r.log.Close(); err != nil {
				t.Error(err)
			}
			drain(f)
			wg.Wait()
		}},
	}
}

// drain takes what a follower has left.
func drain(f *follower) {
	for {
		select {
		case <-f.events:
		case <-f.ended:
			return
		}
	}
}

func appendAtOnce(t *testing.T, r *rig) {
	together(func(w int) {
		for n := range rounds {
			mustAppend(t, r, eventlog.Any, message("own "+strconv.Itoa(w), n+1))
		}
	})
}

// together runs work once for each writer and waits for all.
func together(work func(writer int)) {
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() { work(w) })
	}
	wg.Wait()
}

// mustAppend is rig.append for goroutines that are not the test's.
func mustAppend(t *testing.T, r *rig, want eventlog.Expect, drafts ...domain.Draft) []eventlog.Receipt {
	receipts, err := r.log.Append(r.ctx, drafts[0].Stream, want, drafts)
	if err != nil || len(receipts) != len(drafts) {
		t.Errorf("append under %s: %d receipts, %v", want, len(receipts), err)
		return make([]eventlog.Receipt, len(drafts))
	}
	return receipts
}

// checkReceipts checks that all holds each acknowledged event where its receipt says,
// and each writer's events in the order of its appends.
func checkReceipts(t *testing.T, all []domain.Event, receipts [][]eventlog.Receipt) {
	t.Helper()
	held := map[domain.EventID]eventlog.Receipt{}
	for i := range all {
		e := &all[i]
		held[e.ID] = eventlog.Receipt{ID: e.ID, Stream: e.Stream, Revision: e.Revision, Position: e.Position, Leaf: seal.Leaf(e)}
	}
	for _, list := range receipts {
		var last domain.Position
		for _, got := range list {
			equal(t, "receipt", held[got.ID], got)
			if !got.Position.After(last) {
				t.Fatalf("a later append came before an earlier one, at %d", got.Position.Number())
			}
			last = got.Position
		}
	}
}
