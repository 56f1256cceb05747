package eventlog_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// prepared is a prepared event with a change.
func prepared(t testing.TB, change func(*domain.Draft)) domain.Event {
	t.Helper()
	d, err := eventlog.ParseDraft([]byte(draftLine))
	if err != nil {
		t.Fatal(err)
	}
	change(&d)
	e, err := eventlog.Prepare(&d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// numbered is a prepared event with an id by number; the letter changes its content.
func numbered(t testing.TB, n byte, letter string) domain.Event {
	return prepared(t, func(d *domain.Draft) { d.ID, d.Correlation = domain.EventID{n}, domain.CorrelationID(letter) })
}

func TestAdmit(t *testing.T) {
	a, b, c, other := numbered(t, 1, "a"), numbered(t, 2, "b"), numbered(t, 3, "c"), numbered(t, 1, "other")
	erased := a
	erased.Salt, erased.Data, erased.Erased = nil, nil, true
	moved := a
	moved.Stream.ULID[0] ^= 1
	type list = []domain.Event
	for _, test := range []struct {
		name     string
		want     eventlog.Expect
		revision domain.Revision
		batch    list
		held     list
		write    []bool
		same     []int // nil: a conflict
	}{
		{"no drafts", eventlog.At(9), 0, nil, nil, []bool{}, []int{}},
		{"none held, met", eventlog.At(3), 3, list{a, b}, nil, []bool{true, true}, []int{0, 1}},
		{"none held, not met", eventlog.At(3), 4, list{a, b}, nil, nil, nil},
		{"all held, not met", eventlog.None, 7, list{a, b}, list{a, b}, []bool{false, false}, []int{0, 1}},
		{"some held under any", eventlog.Any, 7, list{a, b, c}, list{b}, []bool{true, false, true}, []int{0, 1, 2}},
		{"some held, else met", eventlog.At(7), 7, list{a, b}, list{b}, nil, nil},
		{"some held under exists", eventlog.Exists, 7, list{a, b}, list{b}, nil, nil},
		{"held with other content", eventlog.Any, 7, list{b, other}, list{a}, nil, nil},
		{"held in another stream", eventlog.Any, 7, list{a}, list{moved}, nil, nil},
		{"held and erased", eventlog.None, 7, list{other}, list{erased}, []bool{false}, []int{0}},
		{"twice in the batch", eventlog.None, 0, list{a, b, a, a}, nil, []bool{true, true, false, false}, []int{0, 1, 0, 0}},
		{"twice in the batch and held", eventlog.None, 4, list{a, a}, list{a}, []bool{false, false}, []int{0, 0}},
		{"twice in the batch with two contents", eventlog.Any, 0, list{a, other}, nil, nil, nil},
		{"twice in the batch with two contents, the first held", eventlog.Any, 1, list{a, other}, list{a}, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			write, same, err := eventlog.Admit(a.Stream, test.want, test.revision, test.batch, func(i int) *domain.Event {
				for j := range test.held {
					if test.held[j].ID == test.batch[i].ID {
						return &test.held[j]
					}
				}
				return nil
			})
			if test.same == nil {
				if !errors.Is(err, eventlog.ErrConflict) || write != nil || same != nil {
					t.Fatalf("write %v, same %v, error %v; want a conflict", write, same, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.write, write) + cmp.Diff(test.same, same); diff != "" {
				t.Errorf("write, same (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckBatchWantsOneStream(t *testing.T) {
	a := numbered(t, 1, "a").Draft
	b := a
	b.Stream.ULID[3] ^= 1
	if err := eventlog.CheckBatch(a.Stream, []domain.Draft{a, a}); err != nil {
		t.Error(err)
	}
	if err := eventlog.CheckBatch(a.Stream, []domain.Draft{a, b}); !errors.Is(err, eventlog.ErrInvalid) {
		t.Errorf("a draft of another stream: %v", err)
	}
}

func TestStamp(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 678901234, time.FixedZone("", 3600))
	micro := time.Date(2026, 1, 2, 2, 4, 5, 678901000, time.UTC)
	end := time.Date(2262, 4, 11, 23, 47, 16, 854775000, time.UTC) // of 64 bits of nanoseconds
	for _, c := range []struct {
		name      string
		now, last time.Time
		want      time.Time
		behind    bool
	}{
		{"the first event", now, time.Time{}, micro, false},
		{"a later time", now, micro.Add(-time.Hour), micro, false},
		{"the same microsecond", now, micro, micro, false},
		{"a step back of a microsecond", now, micro.Add(time.Microsecond), micro.Add(time.Microsecond), false},
		{"a step back of a second", now, micro.Add(time.Second), micro.Add(time.Second), false},
		{"a step back of over a second", now, micro.Add(time.Second + time.Microsecond), micro.Add(time.Second + time.Microsecond), true},
		{"the last time that recorded_at holds", end, micro, end, false},
		{"a time that recorded_at does not hold", end.Add(time.Hour), micro, end, false},
		{"a step back from the last time", end.Add(-time.Hour), end, end, true},
	} {
		at, behind := eventlog.Stamp(c.now, c.last)
		if !at.Equal(c.want) || behind != c.behind || at.Location() != time.UTC {
			t.Errorf("%s: %s, %t; want %s, %t", c.name, at, behind, c.want, c.behind)
		}
	}
}

// TestAClockThatIsFarOffIsHeldInBounds holds what is recorded of a clock that shows no time that can be.
func TestAClockThatIsFarOffIsHeldInBounds(t *testing.T) {
	first, last := time.Unix(1, 0), time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		now, want time.Time
		usable    bool
	}{
		"today":                {time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), true},
		"before 1970":          {first.Add(-time.Nanosecond), first, false},
		"the zero time":        {time.Time{}, first, false},
		"a second after 1970":  {first.Add(time.Second), first.Add(time.Second), true},
		"the last of 2199":     {last.Add(-time.Nanosecond), last.Add(-time.Nanosecond), true},
		"after 2199":           {last.Add(time.Hour), last, false},
		"beyond ids of events": {time.Date(11000, 1, 1, 0, 0, 0, 0, time.UTC), last, false},
	} {
		got := eventlog.UsableClock(c.now)
		if !got.Equal(c.want) || eventlog.ClockUsable(c.now) != c.usable || eventlog.ClockUsable(got) != c.usable {
			t.Errorf("%s: %s, usable %t; want %s, %t", name, got, eventlog.ClockUsable(got), c.want, c.usable)
		}
	}
}

func TestExpectations(t *testing.T) {
	for _, c := range []struct {
		name string
		e    eventlog.Expect
		met  [4]bool // at revisions 0, 1, 2, 3
		any  bool
	}{
		{"any", eventlog.Any, [4]bool{true, true, true, true}, true},
		{"none", eventlog.None, [4]bool{true, false, false, false}, false},
		{"none", eventlog.At(0), [4]bool{true, false, false, false}, false},
		{"exists", eventlog.Exists, [4]bool{false, true, true, true}, false},
		{"2", eventlog.At(2), [4]bool{false, false, true, false}, false},
		{"any", eventlog.Expect{}, [4]bool{true, true, true, true}, true},
	} {
		var met [4]bool
		for r := range met {
			met[r] = c.e.Met(domain.Revision(r))
		}
		if c.e.String() != c.name || met != c.met || c.e.IsAny() != c.any {
			t.Errorf("%s: %s, met %v, any %t", c.name, c.e, met, c.e.IsAny())
		}
	}
}
