package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

// halfKiB is a message whose data have 512 bytes.
func halfKiB(session string, n int) domain.Draft {
	d := sqlitetest.Message(session, n)
	d.ID = domain.RecordEventID(time.Now(), "test", session, fmt.Sprint(n), "")
	d.Data = []byte(`{"role":"user","text":"` + strings.Repeat("x", 512-len(`{"role":"user","text":""}`)) + `"}`)
	return d
}

// BenchmarkAppend pairs each run with a bare file that has group commit and fdatasync.
// CPU time moves less than rates do when others use the machine.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			l, err := log.Open(context.Background(), filepath.Join(b.TempDir(), "log.claw"), log.Options{Create: true})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = l.Close() }()
			bare := newBareFile(b)
			n := map[int]int{1: 400, 8: 3000, 64: 12000}[writers]
			var ratios, rates, cpu []float64
			for b.Loop() {
				before := timed(func() { concurrently(writers, n, func(w, i int) { bare.append() }) })
				round := fmt.Sprint(len(ratios))
				drafts := make([][]domain.Draft, writers)
				concurrently(writers, n, func(w, i int) { drafts[w] = append(drafts[w], halfKiB(round+" "+fmt.Sprint(w), i+1)) })
				spent := cpuTime(b)
				took := timed(func() {
					concurrently(writers, n, func(w, i int) {
						d := drafts[w][i]
						if _, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
							b.Error(err)
						}
					})
				})
				cpu = append(cpu, float64(cpuTime(b)-spent)/float64(time.Microsecond)/float64(n))
				after := timed(func() { concurrently(writers, n, func(w, i int) { bare.append() }) })
				ratios = append(ratios, float64(before+after)/2/float64(took))
				rates = append(rates, float64(n)/took.Seconds())
			}
			b.ReportMetric(median(ratios), "ratio")
			b.ReportMetric(median(rates), "events/s")
			b.ReportMetric(median(cpu), "cpu-µs/event")
		})
	}
}

// cpuTime is what this process has used of all cores.
func cpuTime(b *testing.B) time.Duration {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func median(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

func concurrently(writers, n int, f func(w, i int)) {
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range n / writers {
				f(w, i)
			}
		})
	}
	wg.Wait()
}

// bareFile is the machine's own limit: records of 512 bytes in a zero-filled file.
type bareFile struct {
	f    *os.File
	jobs chan chan struct{}
	at   int64
}

func newBareFile(b *testing.B) *bareFile {
	f, err := os.Create(filepath.Join(b.TempDir(), "bare"))
	if err != nil {
		b.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 64 {
		if _, err := f.Write(zeros); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Sync(); err != nil {
		b.Fatal(err)
	}
	bare := &bareFile{f: f, jobs: make(chan chan struct{}, 512)}
	go bare.run()
	b.Cleanup(func() { close(bare.jobs); _ = f.Close() })
	return bare
}

func (f *bareFile) append() {
	done := make(chan struct{})
	f.jobs <- done
	<-done
}

func (f *bareFile) run() {
	record := make([]byte, 512)
	for first := range f.jobs {
		group := []chan struct{}{first}
		for more := true; more; {
			select {
			case j := <-f.jobs:
				group = append(group, j)
			default:
				more = false
			}
		}
		buf := make([]byte, 0, len(group)*len(record))
		for range group {
			buf = append(buf, record...)
		}
		if f.at+int64(len(buf)) > 64<<20 {
			f.at = 0
		}
		_, _ = f.f.WriteAt(buf, f.at)
		f.at += int64(len(buf))
		_ = unix.Fdatasync(int(f.f.Fd()))
		for _, j := range group {
			close(j)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	path := filepath.Join(b.TempDir(), "log.claw")
	l, err := log.Open(context.Background(), path, log.Options{Create: true})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	const events, batch = 100_000, 500
	exported := 0
	for n := 0; n < events; n += batch {
		drafts := make([]domain.Draft, batch)
		for i := range drafts {
			drafts[i] = halfKiB(fmt.Sprint(n%50), n+i+1)
			drafts[i].Stream = sqlitetest.Message(fmt.Sprint(n%50), 1).Stream
		}
		if _, err := l.Append(context.Background(), drafts[0].Stream, eventlog.Any, drafts); err != nil {
			b.Fatal(err)
		}
	}
	for name, q := range map[string]eventlog.Query{"envelopes": {EnvelopeOnly: true}, "data": {}, "decoded": {}} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				start, n := time.Now(), 0
				exported = 0
				for e, err := range l.Read(context.Background(), q) {
					if err != nil {
						b.Fatal(err)
					}
					if name == "decoded" && e.Kind == "message.recorded" {
						var m domain.MessageRecorded
						if err := eventlog.Decode(e.Data, &m); err != nil {
							b.Fatal(err)
						}
					}
					if name == "data" && n%100 == 0 {
						exported += 100 * (len(seal.Line(&e, nil)) + 1)
					}
					n++
				}
				b.ReportMetric(float64(n)/time.Since(start).Seconds(), "events/s")
			}
		})
	}
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d bytes on disk, exported %d", info.Size(), exported)
}
