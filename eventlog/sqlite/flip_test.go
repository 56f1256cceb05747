package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

var flips = flag.Int("claw.flips", 1, "how many times as many bits of a log to flip; 0: each of those with small pages")

// killedLog is a log as a process leaves it that is killed after its last
// acknowledgement: all is in the write-ahead log.
func killedLog(t testing.TB, events int) sqlitetest.Files {
	return killedAt(t, sqlitetest.LogPath(t, 0), events)
}

// killedAt is the log in path after a process appended to it and was killed.
func killedAt(t testing.TB, path string, events int) sqlitetest.Files {
	t.Helper()
	cmd, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "append", Path: path, Name: "killed", Count: events, Hold: true})
	for range events {
		if !lines.Scan() {
			t.Fatal("the process appended too little")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	return sqlitetest.Snapshot(t, path)
}

// smallPages is the path of a closed log that holds each structure a log can have
// in few bytes: inner pages, overflow pages and a free list. All of its bits can
// be flipped in some minutes.
func smallPages(t testing.TB) string {
	t.Helper()
	path := sqlitetest.LogPath(t, 5)
	l, err := log.Open(context.Background(), path, log.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := sqlitetest.Message("large", 1)
	d.Data = []byte(`{"role":"user","text":"` + strings.Repeat("x", 700) + `"}`)
	_, err = l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d})
	if err = errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
	sqlitetest.Change(t, path, "PRAGMA journal_mode=DELETE", "PRAGMA page_size=512", "VACUUM",
		"CREATE TABLE gone (x)", "INSERT INTO gone VALUES (zeroblob(1200))", "DROP TABLE gone", "PRAGMA journal_mode=WAL")
	return path
}

// TestALogThatClaimsTooMuchIsReadInTime has a log say that it holds 2^50 events, and
// destroys one of its pages after the other: what cannot be read is named by places that
// the file may have, and not by trying all of those.
func TestALogThatClaimsTooMuchIsReadInTime(t *testing.T) {
	path := smallPages(t)
	sqlitetest.Change(t, path, "UPDATE head SET position = 1 << 50")
	whole := sqlitetest.Snapshot(t, path)
	dir := t.TempDir()
	for at := 512; at < len(whole[""]); at += 512 {
		broken := maps.Clone(whole)
		broken[""] = bytes.Clone(whole[""])
		clear(broken[""][at : at+512])
		if _, err := sqlitetest.Export(broken.Write(t, dir)); err == nil {
			t.Errorf("the page at byte %d is destroyed, and nothing is said", at)
		}
	}
}

// One bit is flipped, in one file, and the log opened: the damage is named, or
// the export is byte for byte as before. What is exported of a damaged log is a
// part of what was there.
func TestOneFlippedBitIsNamedOrChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	t.Setenv("TMPDIR", sqlitetest.MemoryDir(t)) // copies of damaged logs are made there
	closed := sqlitetest.Snapshot(t, sqlitetest.LogPath(t, 12))
	killed := killedLog(t, 6)
	small := sqlitetest.Snapshot(t, smallPages(t))
	smallKilled := killedAt(t, smallPages(t), 4)
	for name, test := range map[string]struct {
		files  sqlitetest.Files
		suffix string
		sample int // of bits; those of small pages can be flipped one and all
		all    bool
	}{
		"a closed log":                                         {closed, "", 200, false},
		"the write-ahead log of a killed one":                  {killed, "-wal", 100, false},
		"the file of a killed one":                             {killed, "", 40, false},
		"a closed log of small pages":                          {small, "", 300, true},
		"the notes beside it":                                  {small, "-tick", 40, true},
		"the write-ahead log of a killed one with small pages": {smallKilled, "-wal", 200, true},
		"the file of a killed one with small pages":            {smallKilled, "", 100, true},
		"the notes beside a killed one":                        {smallKilled, "-tick", 40, true},
	} {
		t.Run(name, func(t *testing.T) {
			numbers := bits(t, len(test.files[test.suffix]), test.sample, test.all)
			named := flipEach(t, test.files, test.suffix, numbers)
			t.Logf("%d of %d named", named, len(numbers))
		})
	}
}

// bits are the numbers of the bits to flip: all, if they may be, or a random sample.
func bits(t testing.TB, size, sample int, all bool) []int {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0)).Perm(size * 8)
	if *flips == 0 && all {
		return random
	}
	return random[:min(len(random), sample*max(*flips, 1))]
}

// flipEach flips one bit after the other in the file with this suffix, on all
// cores, and returns how often the damage was named.
func flipEach(t *testing.T, f sqlitetest.Files, suffix string, numbers []int) int {
	t.Helper()
	dir := sqlitetest.MemoryDir(t)
	want, err := sqlitetest.Export(f.Write(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	var named atomic.Int64
	var shards sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		dir := sqlitetest.MemoryDir(t)
		shards.Go(func() {
			flipped := maps.Clone(f)
			content := bytes.Clone(f[suffix])
			flipped[suffix] = content
			for i := w; i < len(numbers) && !t.Failed(); i += workers {
				bit := numbers[i]
				content[bit/8] ^= 1 << (bit % 8)
				path, err := flipped.Put(dir)
				if err != nil {
					t.Error(err)
				}
				got, err := sqlitetest.Export(path)
				if checkFlipped(t, bit, want, got, err) {
					named.Add(1)
				}
				content[bit/8] ^= 1 << (bit % 8)
			}
		})
	}
	shards.Wait()
	return int(named.Load())
}

func checkFlipped(t *testing.T, bit int, want, got []byte, err error) (named bool) {
	t.Helper()
	var typed *domain.Error
	switch {
	case err == nil && !bytes.Equal(want, got):
		t.Errorf("byte %d bit %d: %d bytes exported, want %d, and no error", bit/8, bit%8, len(got), len(want))
	case err != nil && (!errors.Is(err, eventlog.ErrCorrupt) || !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt):
		t.Errorf("byte %d bit %d: %v is not named corrupt", bit/8, bit%8, err)
	case !bytes.HasPrefix(want, got):
		t.Errorf("byte %d bit %d: the export before %v is not how the log began", bit/8, bit%8, err)
	}
	return err != nil
}
