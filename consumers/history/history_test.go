package history_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/history"
	"github.com/clawable/claw/domain"
)

func feedOf(t *testing.T, s *history.Store, name string) *history.Feed {
	t.Helper()
	f, err := s.Feed(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func opened(t *testing.T, path string) *history.Store {
	t.Helper()
	s, err := history.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func recorded(t *testing.T, f *history.Feed, entries ...history.Entry) []history.Entry {
	t.Helper()
	news, err := f.Record(entries)
	if err != nil {
		t.Fatal(err)
	}
	return news
}

func entry(key, document string) history.Entry {
	return history.Entry{Key: key, Event: "lane", Document: []byte(document)}
}

// TestAReaderContinuesAcrossRestarts records states, opens the file again, and reads after each number.
func TestAReaderContinuesAcrossRestarts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "streams.db")
	first := opened(t, path)
	f := feedOf(t, first, "board")
	if got := recorded(t, f, entry("a", "1"), entry("b", "1"), entry("c", "1")); len(got) != 3 {
		t.Errorf("new: %v", got)
	}
	if got := recorded(t, f, entry("a", "1"), entry("b", "2")); len(got) != 1 || got[0].Number != 4 {
		t.Errorf("changed: %v", got)
	}
	recorded(t, feedOf(t, first, "another"), entry("a", "9"))
	epoch := f.Epoch()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := opened(t, path)
	defer func() { _ = second.Close() }()
	f = feedOf(t, second, "board")
	if f.Epoch() != epoch || f.Last() != 4 || epoch == feedOf(t, second, "another").Epoch() {
		t.Errorf("epoch %s, then %s; last %d", epoch, f.Epoch(), f.Last())
	}
	if got := recorded(t, f, entry("a", "1"), entry("b", "2")); len(got) != 0 {
		t.Errorf("the same again: %v", got)
	}
	numbers := func(after uint64, limit int) (got []uint64) {
		entries, err := f.After(after, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			got = append(got, e.Number)
		}
		return got
	}
	for _, of := range []struct {
		after uint64
		limit int
		want  []uint64
	}{{0, 9, []uint64{1, 3, 4}}, {0, 2, []uint64{1, 3}}, {3, 9, []uint64{4}}, {4, 9, nil}} {
		if diff := cmp.Diff(of.want, numbers(of.after, of.limit)); diff != "" {
			t.Errorf("after %d (-want +got)\n%s", of.after, diff)
		}
	}
}

// TestASecondProcessIsRefused opens a file twice, and a file that is no history.
func TestASecondProcessIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "streams.db")
	first := opened(t, path)
	defer func() { _ = first.Close() }()
	if _, err := history.Open(path); domain.KindOf(err) != domain.ErrUnavailable {
		t.Errorf("twice: %v", err)
	}
	other := filepath.Join(t.TempDir(), "streams.db")
	if err := os.WriteFile(other, []byte("this file is something else, and long enough to be read as a page of SQLite"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := history.Open(other); domain.KindOf(err) != domain.ErrCorrupt {
		t.Errorf("no history: %v", err)
	}
}

// TestWhatIsNotOfTheEssenceIsNoNews compares documents by their first byte.
func TestWhatIsNotOfTheEssenceIsNoNews(t *testing.T) {
	path := filepath.Join(t.TempDir(), "streams.db")
	for range 2 { // the second time with what the file holds
		s := opened(t, path)
		f, err := s.Feed("board", func(document []byte) []byte { return document[:1] })
		if err != nil {
			t.Fatal(err)
		}
		recorded(t, f, entry("a", "12"))
		if got := recorded(t, f, entry("a", "13")); len(got) != 0 || f.Last() != 1 || f.Len() != 1 || f.Event("a") != "lane" {
			t.Errorf("%v, last %d of %d", got, f.Last(), f.Len())
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
