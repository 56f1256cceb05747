package logtest

import (
	"context"
	"errors"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

func readRows() []row {
	return append(queryRows(), []row{
		{"breaking early leaves the log usable, and reading goes on after the last event", func(t *testing.T, r *rig) {
			all := fill(r)
			var got []domain.Event
			for len(got) < len(all) {
				var after domain.Position
				if len(got) > 0 {
					after = got[len(got)-1].Position
				}
				for e, err := range r.log.Read(r.ctx, eventlog.Query{After: after}) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, e)
					if len(got)%3 == 0 {
						break
					}
				}
			}
			equal(t, "events", all, got)
		}},
		{"the same sequence can be ranged over again", func(t *testing.T, r *rig) {
			all := fill(r)
			seq := r.log.Read(r.ctx, eventlog.Query{Limit: 4})
			for range 2 {
				events, err := collect(seq)
				if err != nil {
					t.Fatal(err)
				}
				equal(t, "events", all[:4], events)
			}
		}},
		{"envelopes alone come without data and salt, and equal else", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, rich("rich", 1))
			all := fill(r)
			envelopes := r.all(eventlog.Query{EnvelopeOnly: true})
			for i := range all {
				equal(t, "leaf", seal.Leaf(&all[i]), seal.Leaf(&envelopes[i]))
				all[i].Data, all[i].Salt = nil, nil
			}
			equal(t, "envelopes", all, envelopes)
		}},
		{"get and read give the same event", func(t *testing.T, r *rig) {
			r.append(eventlog.Any, rich("rich", 1))
			for _, e := range fill(r) {
				equal(t, "event", e, r.get(e.ID))
			}
		}},
		{"one may append and get while reading", func(t *testing.T, r *rig) {
			all := fill(r)
			n := 0
			for e, err := range r.log.Read(r.ctx, eventlog.Query{Until: all[len(all)-1].Position}) {
				if err != nil {
					t.Fatal(err)
				}
				n++
				r.append(eventlog.Any, message("late", n))
				equal(t, "event", e, r.get(e.ID))
			}
			equal(t, "events read", len(all), n)
			equal(t, "events appended", n, len(r.all(eventlog.Query{Stream: message("late", 1).Stream})))
		}},
		{"a long log is read whole, in order and without a gap", func(t *testing.T, r *rig) {
			const batches, size = 12, 1000
			for b := range batches {
				r.append(eventlog.Any, messagesFrom("long", b*size+1, (b+1)*size)...)
			}
			var got []domain.Event
			for e, err := range r.log.Read(r.ctx, eventlog.Query{EnvelopeOnly: true}) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, e)
			}
			checkPositions(t, r.log, got)
			equal(t, "events", batches*size+1, len(got))
			equal(t, "last seq", batches*size, got[len(got)-1].Seq)
			stream := eventlog.Query{Stream: message("long", 1).Stream, AfterRevision: 11990, EnvelopeOnly: true}
			equal(t, "events after revision 11990", 10, len(r.all(stream)))
		}},
		{"a read with an ended context yields its error", func(t *testing.T, r *rig) {
			fill(r)
			ctx, cancel := context.WithCancel(r.ctx)
			cancel()
			events, err := collect(r.log.Read(ctx, eventlog.Query{}))
			if len(events) > 0 || !errors.Is(err, context.Canceled) {
				t.Errorf("%d events, error %v", len(events), err)
			}
		}},
	}...)
}

// fill appends a log of three streams in turns and returns all its events.
func fill(r *rig) []domain.Event {
	r.t.Helper()
	for n := 1; n <= 4; n++ {
		r.append(eventlog.Any, message("a", n))
		r.append(eventlog.Any, messagesFrom("b", 2*n-1, 2*n)...)
	}
	r.append(eventlog.Any, message("c", 1))
	return r.all(eventlog.Query{})
}

// queryRows: what each field of a query selects, by index in the filled log.
func queryRows() (rows []row) {
	// The filled log: log.opened, then a b b four times, then c.
	a, b, c := message("a", 1).Stream, message("b", 1).Stream, message("c", 1).Stream
	for _, q := range []struct {
		name  string
		query func(at func(int) domain.Position) eventlog.Query
		want  []int
	}{
		{"the zero query selects the whole log", query(eventlog.Query{}), []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
		{"a limit takes the first", query(eventlog.Query{Limit: 3}), []int{1, 2, 3}},
		{"a limit beyond the end takes all", query(eventlog.Query{Limit: 99, Stream: c}), []int{14}},
		{"after is exclusive", func(at func(int) domain.Position) eventlog.Query { return eventlog.Query{After: at(12)} }, []int{13, 14}},
		{"after the head there is nothing", func(at func(int) domain.Position) eventlog.Query { return eventlog.Query{After: at(14)} }, nil},
		{"until is inclusive", func(at func(int) domain.Position) eventlog.Query { return eventlog.Query{Until: at(3)} }, []int{1, 2, 3}},
		{"after and until bound a range", func(at func(int) domain.Position) eventlog.Query {
			return eventlog.Query{After: at(4), Until: at(6)}
		}, []int{5, 6}},
		{"until before after is empty", func(at func(int) domain.Position) eventlog.Query {
			return eventlog.Query{After: at(6), Until: at(4)}
		}, nil},
		{"a limit within a range", func(at func(int) domain.Position) eventlog.Query {
			return eventlog.Query{After: at(4), Until: at(9), Limit: 2}
		}, []int{5, 6}},
		{"a stream alone", query(eventlog.Query{Stream: a}), []int{2, 5, 8, 11}},
		{"a stream after a position", func(at func(int) domain.Position) eventlog.Query { return eventlog.Query{Stream: a, After: at(5)} }, []int{8, 11}},
		{"a stream until a position", func(at func(int) domain.Position) eventlog.Query { return eventlog.Query{Stream: b, Until: at(7)} }, []int{3, 4, 6, 7}},
		{"a stream after a revision", query(eventlog.Query{Stream: b, AfterRevision: 5}), []int{10, 12, 13}},
		{"a stream after its last revision", query(eventlog.Query{Stream: b, AfterRevision: 8}), nil},
		{"a stream after a revision and a position", func(at func(int) domain.Position) eventlog.Query {
			return eventlog.Query{Stream: b, AfterRevision: 3, After: at(9), Limit: 2}
		}, []int{10, 12}},
		{"a revision counts with a stream only", query(eventlog.Query{AfterRevision: 5, Limit: 2}), []int{1, 2}},
		{"a stream that has no event", query(eventlog.Query{Stream: message("nobody", 1).Stream}), nil},
		{"a stream of another family with the same ULID", query(eventlog.Query{Stream: domain.StreamID{Family: domain.FamilyLane, ULID: a.ULID}}), nil},
	} {
		rows = append(rows, row{q.name, func(t *testing.T, r *rig) {
			all := fill(r)
			at := func(n int) domain.Position { return all[n-1].Position }
			var want []domain.Event
			for _, n := range q.want {
				want = append(want, all[n-1])
			}
			equal(t, "events", want, r.all(q.query(at)))
			equal(t, "events followed", want, firstFollowed(r, q.query(at), len(want)))
		}})
	}
	return rows
}

func query(q eventlog.Query) func(func(int) domain.Position) eventlog.Query {
	return func(func(int) domain.Position) eventlog.Query { return q }
}
