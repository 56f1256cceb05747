package live_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/live"
	"github.com/clawable/claw/domain"
)

// recording is a source of frames in memory, and appends to itself while it is read.
type recording struct {
	frames []live.Frame
	during func() // after each page
}

// After implements [live.Source].
func (s *recording) After(_ context.Context, after uint64, limit int) (page []live.Frame, err error) {
	for _, f := range s.frames {
		if f.Number > after && len(page) < limit {
			page = append(page, f)
		}
	}
	if s.during != nil {
		s.during()
	}
	return page, nil
}

func frame(n uint64) live.Frame {
	return live.Frame{Number: n, Text: live.Encode(live.ID("", n), "event", []byte("{}"))}
}

func taken(t *testing.T, r *live.Reader) (numbers []uint64, err error) {
	t.Helper()
	for {
		select {
		case <-r.Ready():
		default:
			return numbers, nil
		}
		batches, err := r.Take(t.Context())
		for _, b := range batches {
			var text []byte
			for _, f := range b.Frames {
				numbers = append(numbers, f.Number)
				text = append(text, f.Text...)
			}
			if !bytes.Equal(text, b.Text) {
				t.Errorf("a batch has the text %q, and its frames %q", b.Text, text)
			}
		}
		if err != nil {
			return numbers, err
		}
	}
}

// TestAReaderThatCatchesUpMissesNothing appends and publishes while the reader reads what it missed.
func TestAReaderThatCatchesUpMissesNothing(t *testing.T) {
	source := &recording{}
	hub := live.NewHub(0, live.DefaultLimits())
	var want []uint64
	add := func() {
		n := uint64(len(source.frames) + 1)
		source.frames = append(source.frames, frame(n))
		want = append(want, n)
		if hub.Publish(frame(n)); n%3 == 0 {
			hub.Flush()
		}
	}
	for range 600 {
		add()
	}
	left := 300
	source.during = func() {
		if left--; left > 0 {
			add()
		}
	}
	r := hub.Read(source, 0)
	defer r.Close()
	got, err := taken(t, r)
	add()
	add()
	hub.Flush()
	later, laterErr := taken(t, r)
	if diff := cmp.Diff(want, append(got, later...)); diff != "" || err != nil || laterErr != nil {
		t.Errorf("%v %v (-appended +taken)\n%s", err, laterErr, diff)
	}
	if hub.Readers() != 1 {
		t.Errorf("%d readers joined", hub.Readers())
	}
}

// TestAReaderAheadOfTheFollowerGetsNothingTwice reads frames that the follower publishes afterwards.
func TestAReaderAheadOfTheFollowerGetsNothingTwice(t *testing.T) {
	source := &recording{frames: []live.Frame{frame(1), frame(2), frame(3)}}
	hub := live.NewHub(1, live.DefaultLimits())
	r := hub.Read(source, 0)
	defer r.Close()
	got, err := taken(t, r)
	hub.Publish(frame(2), frame(3), frame(4))
	hub.Flush()
	later, laterErr := taken(t, r)
	if diff := cmp.Diff([]uint64{1, 2, 3, 4}, append(got, later...)); diff != "" || err != nil || laterErr != nil {
		t.Errorf("%v %v (-want +taken)\n%s", err, laterErr, diff)
	}
}

// TestASlowReaderIsCutOff publishes more than one reader takes, while another takes all.
func TestASlowReaderIsCutOff(t *testing.T) {
	for says, limits := range map[string]live.Limits{"frames": {Frames: 3, Bytes: 1 << 20}, "bytes": {Frames: 100, Bytes: 3 * len(frame(1).Text)}} {
		hub := live.NewHub(0, limits)
		slow, quick := hub.Read(&recording{}, 0), hub.Read(&recording{}, 0)
		for _, r := range []*live.Reader{slow, quick} {
			if _, err := taken(t, r); err != nil {
				t.Fatal(err)
			}
		}
		var all []uint64
		for n := range uint64(5) {
			hub.Publish(frame(n + 1))
			hub.Flush()
			some, err := taken(t, quick)
			if all = append(all, some...); err != nil {
				t.Errorf("%s: the quick reader: %v", says, err)
			}
		}
		if got, err := taken(t, slow); domain.KindOf(err) != domain.ErrDelivery || len(got) != 0 {
			t.Errorf("%s: the slow reader: %v %v", says, got, err)
		}
		if len(all) != 5 || hub.CutOff() != 1 || hub.Readers() != 1 {
			t.Errorf("%s: the quick reader took %v; %d cut off, %d left", says, all, hub.CutOff(), hub.Readers())
		}
	}
}

// TestReadersShareABatch publishes frames at once, and flushes them to two readers.
func TestReadersShareABatch(t *testing.T) {
	hub := live.NewHub(0, live.DefaultLimits())
	readers := []*live.Reader{hub.Read(&recording{}, 0), hub.Read(&recording{}, 0)}
	for _, r := range readers {
		if _, err := taken(t, r); err != nil {
			t.Fatal(err)
		}
	}
	hub.Publish(frame(1), frame(2))
	hub.Publish(frame(3))
	if got, err := taken(t, readers[0]); len(got) > 0 || err != nil {
		t.Errorf("before the flush: %v %v", got, err)
	}
	rests, enough := 0, errors.New("enough")
	if err := hub.Run(t.Context(), func(context.Context) error { rests++; return enough }); !errors.Is(err, enough) || rests != 1 {
		t.Errorf("it rested %d times: %v", rests, err)
	}
	var text []*byte
	for _, r := range readers {
		batches, err := r.Take(t.Context())
		if err != nil || len(batches) != 1 || len(batches[0].Frames) != 3 {
			t.Fatalf("%v %v", batches, err)
		}
		text = append(text, &batches[0].Text[0])
	}
	if text[0] != text[1] {
		t.Error("each reader has its own copy")
	}
}

// TestAFeedThatFailsEndsItsReaders fails a hub before and after a reader joins.
func TestAFeedThatFailsEndsItsReaders(t *testing.T) {
	hub := live.NewHub(0, live.DefaultLimits())
	before := hub.Read(&recording{}, 0)
	if _, err := taken(t, before); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("the disk is gone")
	hub.Fail(failure)
	for says, r := range map[string]*live.Reader{"before": before, "after": hub.Read(&recording{}, 0)} {
		if _, err := taken(t, r); !errors.Is(err, failure) {
			t.Errorf("a reader that joined %s: %v", says, err)
		}
	}
}

// TestIDsAreReadAsWritten formats and parses ids.
func TestIDsAreReadAsWritten(t *testing.T) {
	for _, epoch := range []string{"", "ABC"} {
		for _, n := range []uint64{0, 1, 1 << 60} {
			if got, of, err := live.ParseID(live.ID(epoch, n)); got != n || of != epoch || err != nil {
				t.Errorf("%s %d is read as %s %d, %v", epoch, n, of, got, err)
			}
		}
	}
	for _, bad := range []string{"", "-1", "+1", "01", "1 ", "a", "A.", ".1", "A.B.1", fmt.Sprint(uint64(1 << 63))} {
		if n, epoch, err := live.ParseID(bad); err == nil {
			t.Errorf("%q is read as %q, %d", bad, epoch, n)
		}
	}
}
