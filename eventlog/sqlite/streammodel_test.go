package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

// Random appends by three that have the log open, which are closed, killed and idle
// at any time: what is read of a stream is what the whole log holds of it.
func TestStreamsAreWhatTheLogHoldsOfThem(t *testing.T) {
	t.Parallel()
	parent := sqlitetest.MemoryDir(t)
	rapid.Check(t, func(rt *rapid.T) {
		m := newStreamModel(rt, parent)
		defer m.end()
		rt.Repeat(map[string]func(*rapid.T){
			"append":       m.append,
			"append again": m.append,
			"read":         m.read,
			"settle":       func(rt *rapid.T) { m.draw(rt).Settle() },
			"leave":        m.leave,
			"kill":         m.kill,
			"erase":        m.erase,
		})
		for _, l := range m.logs {
			m.compare(rt, l, eventlog.Query{Stream: sqlitetest.Message("a", 1).Stream})
		}
		if report, err := eventlog.Verify(context.Background(), m.logs[0]); err != nil || len(report.Damage) > 0 {
			rt.Errorf("verify: %+v, %v", report, err)
		}
	})
}

// streamModel is a log that several have open, and how many events each session has.
type streamModel struct {
	dir, path string // of all places the log was at, and of the log
	logs      []*log.Log
	events    map[string]int
}

func newStreamModel(rt *rapid.T, parent string) *streamModel {
	dir, err := os.MkdirTemp(parent, "")
	if err != nil {
		rt.Fatal(err)
	}
	m := &streamModel{dir: dir, logs: make([]*log.Log, 3), events: map[string]int{}}
	m.newPlace(rt)
	for i := range m.logs {
		m.open(rt, i)
	}
	return m
}

// newPlace is where the log goes next.
func (m *streamModel) newPlace(rt *rapid.T) {
	dir, err := os.MkdirTemp(m.dir, "")
	if err != nil {
		rt.Fatal(err)
	}
	m.path = filepath.Join(dir, "log.claw")
}

func (m *streamModel) open(rt *rapid.T, i int) {
	l, err := log.Open(context.Background(), m.path, log.Options{Create: true})
	if err != nil {
		rt.Fatal(err)
	}
	m.logs[i] = l
}

func (m *streamModel) end() {
	for _, l := range m.logs {
		if l != nil {
			_ = l.Close() // a failure before says more
		}
	}
	_ = os.RemoveAll(m.dir) // the test removes what is left
}

func (m *streamModel) draw(rt *rapid.T) *log.Log {
	return m.logs[rapid.IntRange(0, len(m.logs)-1).Draw(rt, "log")]
}

func drawSession(rt *rapid.T) string {
	return rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(rt, "session")
}

// append appends batches together: new events, one that the log holds, or where they do
// not fit, so that what was inserted before it is undone.
func (m *streamModel) append(rt *rapid.T) {
	var batches []eventlog.Batch
	after := map[string]int{}
	fails := false
	for range rapid.IntRange(1, 4).Draw(rt, "batches") {
		s := drawSession(rt)
		if _, known := after[s]; !known {
			after[s] = m.events[s]
		}
		b := eventlog.Batch{Stream: sqlitetest.Message(s, 1).Stream, Want: eventlog.Any}
		count := rapid.SampledFrom([]int{1, 2, 3, 40, 160}).Draw(rt, "events")
		for n := range count {
			b.Drafts = append(b.Drafts, sqlitetest.Message(s, after[s]+n+1))
		}
		switch rapid.SampledFrom([]string{"", "", "exact", "conflict", "repeated"}).Draw(rt, "how") {
		case "exact":
			b.Want = eventlog.At(domain.Revision(after[s]))
		case "conflict":
			b.Want, fails = eventlog.At(domain.Revision(after[s]+1)), true
		case "repeated":
			if n := after[s]; n > 0 {
				b.Drafts = append(b.Drafts, sqlitetest.Message(s, 1+n/2))
			}
		}
		if !fails {
			after[s] += count
		}
		batches = append(batches, b)
	}
	_, err := m.draw(rt).AppendBatches(context.Background(), batches)
	if fails != errors.Is(err, eventlog.ErrConflict) || !fails && err != nil {
		rt.Fatalf("append: %v, want a conflict: %t", err, fails)
	}
	for s, n := range after {
		m.events[s] = n
	}
}

func (m *streamModel) read(rt *rapid.T) {
	last := uint64(1)
	for _, n := range m.events {
		last += uint64(n)
	}
	q := eventlog.Query{
		Stream:       sqlitetest.Message(drawSession(rt), 1).Stream,
		Limit:        rapid.SampledFrom([]int{0, 0, 1, 31, 32, 33, 200}).Draw(rt, "limit"),
		EnvelopeOnly: rapid.Bool().Draw(rt, "envelope only"),
	}
	if rapid.Bool().Draw(rt, "between") {
		q.After = domain.PositionAt(rapid.Uint64Range(0, last+2).Draw(rt, "after"))
		q.Until = domain.PositionAt(rapid.Uint64Range(0, last+2).Draw(rt, "until"))
	}
	if rapid.Bool().Draw(rt, "of a revision") {
		q.AfterRevision = domain.Revision(rapid.Uint64Range(0, last).Draw(rt, "after revision"))
	}
	m.compare(rt, m.draw(rt), q)
}

// compare compares what is read of a stream with what the whole log holds of it.
func (m *streamModel) compare(rt *rapid.T, l *log.Log, q eventlog.Query) {
	var want []string
	for e, err := range l.Read(context.Background(), eventlog.Query{EnvelopeOnly: q.EnvelopeOnly}) {
		if err != nil {
			rt.Fatal(err)
		}
		full := q.Limit > 0 && len(want) == q.Limit
		beyond := !q.Until.IsZero() && e.Position.After(q.Until)
		if e.Stream == q.Stream && e.Position.After(q.After) && e.Revision > q.AfterRevision && !beyond && !full {
			want = append(want, shown(&e))
		}
	}
	var got []string
	for e, err := range l.Read(context.Background(), q) {
		if err != nil {
			rt.Fatal(err)
		}
		got = append(got, shown(&e))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		rt.Fatalf("%+v: events (-whole log +stream)\n%s", q, diff)
	}
}

// shown is an event as it is compared.
func shown(e *domain.Event) string {
	return fmt.Sprint(e.Position.Number(), " ", e.Revision, " ", e.ID, " ", seal.Leaf(e), " ", string(e.Data))
}

// leave closes one of the three and opens another.
func (m *streamModel) leave(rt *rapid.T) {
	i := rapid.IntRange(0, len(m.logs)-1).Draw(rt, "which")
	if err := m.logs[i].Close(); err != nil {
		rt.Fatal(err)
	}
	m.open(rt, i)
}

// kill continues with the files as they are.
func (m *streamModel) kill(rt *rapid.T) {
	from := m.path
	m.newPlace(rt)
	for _, suffix := range []string{"", "-wal", "-tick", "-lock"} {
		content, err := os.ReadFile(from + suffix)
		if err == nil {
			err = os.WriteFile(m.path+suffix, content, 0o600)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			rt.Fatal(err)
		}
	}
	for i, l := range m.logs {
		if err := l.Close(); err != nil {
			rt.Error(err)
		}
		m.open(rt, i)
	}
}

func (m *streamModel) erase(rt *rapid.T) {
	s := drawSession(rt)
	if m.events[s] > 50 { // each is a commit
		return
	}
	if err := eraseSession(m.draw(rt), s, func() {}); err != nil {
		rt.Fatal(err)
	}
}
