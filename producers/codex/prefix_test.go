package codex_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/readertest"
)

var compareRecords = cmp.Options{cmp.AllowUnexported(domain.Instant{}), cmpopts.EquateEmpty(), cmp.Comparer(func(a, b ulid.ULID) bool { return a == b })}

// TestACutFileSaysTheSame reads each rollout cut after each line: what it says of
// the lines that are left is what the whole file says of them.
func TestACutFileSaysTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	for name, rollouts := range map[string]func(testing.TB) map[string][]byte{"fixtures": fixtureRollouts, "shared data": sharedRollouts} {
		t.Run(name, func(t *testing.T) {
			for path, rollout := range rollouts(t) {
				whole := readertest.Read(t, codex.New(), rollout)
				cuts := 1 + len(whole)/25 // long files after every n-th line only
				for n := 0; n < len(whole); n += cuts {
					if diff := firstDifference(whole[:n], readertest.Read(t, codex.New(), upTo(rollout, n))); diff != "" {
						t.Fatalf("%s cut after line %d (-whole +cut)\n%s", path, n, diff)
					}
				}
			}
		})
	}
}

// TestATornLineSaysNothing cuts a rollout within lines: the lines before the cut say
// the same, the torn one is unreadable.
func TestATornLineSaysNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	for path, rollout := range fixtureRollouts(t) {
		whole := readertest.Read(t, codex.New(), rollout)
		for at := 100; at < len(rollout); at += 997 {
			got := readertest.Read(t, codex.New(), rollout[:at])
			n := bytes.Count(rollout[:at], []byte("\n"))
			if diff := firstDifference(whole[:n], got[:n]); diff != "" {
				t.Fatalf("%s cut at byte %d (-whole +cut)\n%s", path, at, diff)
			}
			if torn := bytes.TrimSpace(rollout[bytes.LastIndexByte(rollout[:at], '\n')+1 : at]); len(torn) > 0 && got[n].Unreadable == "" {
				t.Errorf("%s cut at byte %d: the torn line gave %d drafts, skipped %q", path, at, len(got[n].Drafts), got[n].Skipped)
			}
		}
	}
}

// TestReadingInPartsSaysTheSame hands the file over in small parts.
func TestReadingInPartsSaysTheSame(t *testing.T) {
	for path, rollout := range fixtureRollouts(t) {
		var got []producers.Record
		for r, err := range codex.New().Read(context.Background(), &dribble{rest: rollout}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
		}
		if diff := firstDifference(readertest.Read(t, codex.New(), rollout), got); diff != "" {
			t.Errorf("%s (-at once +in parts)\n%s", path, diff)
		}
	}
}

type dribble struct{ rest []byte }

func (d *dribble) Read(b []byte) (int, error) {
	if len(d.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, d.rest[:min(len(d.rest), 7)])
	d.rest = d.rest[n:]
	return n, nil
}

// upTo returns the first n lines.
func upTo(rollout []byte, n int) []byte {
	end := 0
	for range n {
		i := bytes.IndexByte(rollout[end:], '\n')
		if i < 0 {
			return rollout
		}
		end += i + 1
	}
	return rollout[:end]
}

// firstDifference compares what was said, and shows the first line that differs.
func firstDifference(want, got []producers.Record) string {
	if len(want) != len(got) {
		return fmt.Sprintf("%d lines, %d lines", len(want), len(got))
	}
	for i := range want {
		if !equal(want[i], got[i]) {
			return cmp.Diff(want[i], got[i], compareRecords)
		}
	}
	return ""
}

func equal(a, b producers.Record) bool {
	return a.Line == b.Line && a.Skipped == b.Skipped && a.Unreadable == b.Unreadable && slices.EqualFunc(a.Drafts, b.Drafts, equalDrafts)
}

func equalDrafts(a, b domain.Draft) bool {
	same := bytes.Equal(a.Data, b.Data) && slices.Equal(a.Causes, b.Causes)
	a.Data, a.Causes, b.Data, b.Causes = nil, nil, nil, nil
	return same && (a.ID == b.ID && a.Kind == b.Kind && a.Subject == b.Subject && a.Seq == b.Seq && a.ObservedAt == b.ObservedAt) && reflect.DeepEqual(a, b)
}
