package spool_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/spool"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// draft is the n-th draft of a session.
func draft(n byte) domain.Draft {
	session := domain.MakeSessionID("claude-code", "s1")
	return domain.Draft{ID: domain.EventID{15: n}, Kind: "session.cleared", Version: 1, Stream: session.Stream(), ObservedAt: domain.At(start),
		Emitter: "hook/claude-code/s1", Epoch: session.Epoch(), Seq: uint64(n), SeqKind: domain.SeqClock, Correlation: session.Correlation(),
		Subject: domain.Subject{Session: domain.Known(session)},
		Source:  domain.Source{Kind: domain.SourceLive, Channel: "hook:claude-code", Trust: domain.TrustMedium}, Data: []byte(`{}`)}
}

func put(t *testing.T, s spool.Spool, at time.Duration, ns ...byte) {
	t.Helper()
	var drafts []domain.Draft
	for _, n := range ns {
		drafts = append(drafts, draft(n))
	}
	if err := s.Put(start.Add(at), drafts); err != nil {
		t.Fatal(err)
	}
}

// drained is what a drain hands out, by the numbers of the drafts.
func drained(t *testing.T, s spool.Spool, refuse byte) (got [][]byte) {
	t.Helper()
	_, err := s.Drain(t.Context(), func(drafts []domain.Draft) error {
		var ns []byte
		for i := range drafts {
			if drafts[i].ID[15] == refuse {
				return eventlog.ErrInvalid
			}
			if diff := cmp.Diff(draft(drafts[i].ID[15]), drafts[i], cmp.Comparer(func(a, b domain.Instant) bool { return a.String() == b.String() })); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			ns = append(ns, drafts[i].ID[15])
		}
		got = append(got, ns)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestWhatIsLaidAsideComesBackOnceInOrder(t *testing.T) {
	s := spool.In(filepath.Join(t.TempDir(), "deep", "spool"))
	if got := drained(t, s, 0); got != nil {
		t.Fatalf("an empty spool hands out %v", got)
	}
	put(t, s, 2*time.Second, 3)
	put(t, s, 0, 1)
	put(t, s, time.Second, 2, 7)
	put(t, s, 2*time.Second, 4)
	if diff := cmp.Diff([][]byte{{1}, {2, 7}, {3}, {4}}, drained(t, s, 0)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := drained(t, s, 0); got != nil {
		t.Errorf("a second drain hands out %v", got)
	}
}

func TestWhatFailsStaysAndWhatIsRefusedIsSetAside(t *testing.T) {
	folder := t.TempDir()
	s := spool.In(folder)
	for n := byte(1); n <= 4; n++ {
		put(t, s, time.Duration(n), n)
	}
	if err := os.WriteFile(filepath.Join(folder, "00000000000000000000-1-1.jsonl"), []byte("half a li"), 0o600); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	n, err := s.Drain(t.Context(), func(drafts []domain.Draft) error {
		if drafts[0].ID[15] == 2 {
			return full
		}
		return nil
	})
	if n != 1 || !errors.Is(err, full) {
		t.Fatalf("%d drained, error %v", n, err)
	}
	if diff := cmp.Diff([][]byte{{2}, {4}}, drained(t, s, 3)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	c, err := s.List()
	if err != nil || len(c.Waiting) != 0 || len(c.Refused) != 2 {
		t.Errorf("%+v, error %v", c, err)
	}
}

// TestLookCountsWhatWaits: events, not files, and the oldest of them.
func TestLookCountsWhatWaits(t *testing.T) {
	folder := t.TempDir()
	s := spool.In(folder)
	put(t, s, time.Second, 1, 2)
	put(t, s, 0, 3)
	if err := os.WriteFile(filepath.Join(folder, "1-1-1.refused"), []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := s.Look()
	if diff := cmp.Diff(spool.Waiting{Files: 2, Events: 3, Since: start, Refused: 1}, got); diff != "" || err != nil {
		t.Errorf("error %v, -want +got\n%s", err, diff)
	}
	if got, err := spool.In(filepath.Join(folder, "none")).Look(); got != (spool.Waiting{}) || err != nil {
		t.Errorf("of a spool that is not there: %+v, error %v", got, err)
	}
}

// TestWhatAKilledProcessLeftIsDrainedLater: its events, if it had written them all; else it is
// kept for people. What is being written is left alone.
func TestWhatAKilledProcessLeftIsDrainedLater(t *testing.T) {
	folder := t.TempDir()
	s := spool.In(folder)
	var lines [][]byte
	for n := range byte(3) {
		d := draft(n + 1)
		line, err := eventlog.DraftLine(&d)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, append(line, '\n'))
	}
	for name, file := range map[string]struct {
		content []byte
		age     time.Duration
	}{
		".00000000000000000001-1-1": {lines[0], 2 * time.Hour},
		".00000000000000000002-1-1": {lines[1][:40], 2 * time.Hour},
		".00000000000000000003-1-1": {lines[2], 0},
	} {
		path, at := filepath.Join(folder, name), time.Now().Add(-file.age)
		if err := errors.Join(os.WriteFile(path, file.content, 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([][]byte{{1}}, drained(t, s, 0)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	c, err := s.List()
	want := spool.Content{Refused: []string{filepath.Join(folder, "00000000000000000002-1-1.refused")}, Begun: []string{filepath.Join(folder, ".00000000000000000003-1-1")}}
	if diff := cmp.Diff(want, c); diff != "" || err != nil {
		t.Errorf("error %v, left (-want +got)\n%s", err, diff)
	}
}

// TestACrashBetweenTakingAndRemovingRepeatsTheIDs ends a drain after take.
func TestACrashBetweenTakingAndRemovingRepeatsTheIDs(t *testing.T) {
	s := spool.In(t.TempDir())
	put(t, s, 0, 1)
	func() {
		defer func() { _ = recover() }()
		_, _ = s.Drain(t.Context(), func([]domain.Draft) error { panic("killed") })
	}()
	if diff := cmp.Diff([][]byte{{1}}, drained(t, s, 0)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestManyPutAndDrainAtOnce: each draft is handed out once.
func TestManyPutAndDrainAtOnce(t *testing.T) {
	s := spool.In(t.TempDir())
	const each, writers = 20, 8
	var mu sync.Mutex
	seen := map[byte]int{}
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				if err := s.Put(start, []domain.Draft{draft(byte(w*each + i))}); err != nil {
					t.Error(err)
				}
				if _, err := s.Drain(t.Context(), func(drafts []domain.Draft) error {
					mu.Lock()
					defer mu.Unlock()
					seen[drafts[0].ID[15]]++
					return nil
				}); err != nil && !errors.Is(err, spool.ErrBusy) {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	drainedLast := drained(t, s, 0)
	for _, ns := range drainedLast {
		seen[ns[0]]++
	}
	for n := range byte(each * writers) {
		if seen[n] != 1 {
			t.Errorf("draft %d was handed out %d times", n, seen[n])
		}
	}
}

// TestWhoComesSecondHearsOfIt drains during another drain.
func TestWhoComesSecondHearsOfIt(t *testing.T) {
	s := spool.In(t.TempDir())
	put(t, s, 0, 1)
	second := errors.New("not called")
	if _, err := s.Drain(t.Context(), func([]domain.Draft) error {
		_, second = s.Drain(t.Context(), func([]domain.Draft) error { return nil })
		return nil
	}); err != nil || !errors.Is(second, spool.ErrBusy) {
		t.Errorf("error %v, and of the second %v", err, second)
	}
}

func TestASpoolThatIsNoFolderIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spool")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := spool.In(file).Put(start, []domain.Draft{draft(1)}); err == nil || !strings.Contains(err.Error(), "spool") {
		t.Errorf("error %v", err)
	}
}

// FuzzDrain lays any bytes into the folder: they are handed out as drafts or set aside.
func FuzzDrain(f *testing.F) {
	d := draft(1)
	line, err := eventlog.DraftLine(&d)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add([]byte("{}\n"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, content []byte) {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "1-1-1.jsonl"), content, 0o600); err != nil {
			t.Fatal(err)
		}
		s := spool.In(folder)
		taken, err := s.Drain(t.Context(), func([]domain.Draft) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if c, err := s.List(); err != nil || len(c.Waiting) != 0 || taken+len(c.Refused) != 1 {
			t.Errorf("%d taken, left %+v, error %v", taken, c, err)
		}
	})
}

// TestASecondFolderTakesWhatTheFirstCannot puts drafts into both, and drains them in the order
// in which they came.
func TestASecondFolderTakesWhatTheFirstCannot(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "a", "first"), filepath.Join(dir, "second")
	s := spool.In(first).Or(second)
	put(t, s, 0, 1)
	if err := os.Rename(filepath.Join(dir, "a"), filepath.Join(dir, "away")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	put(t, s, time.Second, 2)
	if c, err := s.List(); err != nil || c.Closed != nil || len(c.Waiting) != 1 || filepath.Dir(c.Waiting[0]) != second {
		t.Errorf("%+v, error %v", c, err)
	}
	if err := os.Remove(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "away"), filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	put(t, s, 2*time.Second, 3)
	if diff := cmp.Diff([][]byte{{1}, {2}, {3}}, drained(t, s, 0)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
