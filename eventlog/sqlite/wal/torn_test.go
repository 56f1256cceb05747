package wal_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// tear returns what a crash may leave of the write that turned before into
// after, as bytes on disk.
type tear struct {
	name string
	make func(random *rand.Rand, before, after []byte, from int) []byte
}

var tears = []tear{
	{"the file ends early", func(random *rand.Rand, before, after []byte, from int) []byte {
		return after[:max(len(before), from+random.IntN(len(after)-from))]
	}},
	{"old bytes follow the new", func(random *rand.Rand, before, after []byte, from int) []byte {
		wal := bytes.Clone(after)
		at := from + random.IntN(len(after)-from)
		copy(wal[at:], make([]byte, len(wal)))
		copy(wal[at:], before[min(at, len(before)):])
		return wal
	}},
	{"some sectors were never written", func(random *rand.Rand, before, after []byte, from int) []byte {
		return loseBlocks(random, before, after, from, 512)
	}},
	{"some blocks of the page cache were never written", func(random *rand.Rand, before, after []byte, from int) []byte {
		return loseBlocks(random, before, after, from, 4096)
	}},
}

// loseBlocks gives back, from the offset on, one block or more as they were before.
func loseBlocks(random *rand.Rand, before, after []byte, from, size int) []byte {
	wal := bytes.Clone(after)
	blocks := (len(after)+size-1)/size - from/size
	for lost := 1 + random.IntN(blocks); lost > 0; lost-- {
		start := (from/size + random.IntN(blocks)) * size
		block := wal[max(start, from):min(start+size, len(wal))]
		clear(block)
		copy(block, before[min(max(start, from), len(before)):])
	}
	return wal
}

func TestTornLastTransactionIsNoDamage(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	logs := map[string]func(testing.TB) (*writer, database){
		"first life": small, "second life": restarted, "large pages": largePages,
	}
	for name, open := range logs {
		w, _ := open(t)
		for range 20 {
			before := w.kill()
			w.append(1+random.IntN(40), random.IntN(600))
			after := w.kill()
			ends := commitEnds(after.wal)
			from := ends[len(ends)-2]
			for _, tear := range tears {
				for range 20 {
					wal := tear.make(random, before.wal, after.wal, from)
					if got := scan(t, wal); got.Corrupt || got.Commits < len(ends)-1 {
						t.Fatalf("%s, %s (seed %d): %+v, want %d commits or one less", name, tear.name, seed, got, len(ends))
					}
				}
			}
		}
	}
}

func largePages(t testing.TB) (*writer, database) {
	w := openWriter(t, filepath.Join(t.TempDir(), "log.db"), 4096)
	w.append(30, 500)
	return w, w.kill()
}

// After a crash SQLite writes over the torn transaction and leaves what it does
// not reach: frames of the same life that verify among themselves.
func TestRemainsOfSeveralCrashesAreNoDamage(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	_, d := small(t)
	for round := range 30 {
		w := openWriter(t, d.write(t), 512)
		for range 1 + random.IntN(3) {
			w.append(1+random.IntN(4), random.IntN(400))
		}
		before := w.kill()
		w.append(1+random.IntN(60), random.IntN(400))
		after := w.kill()
		ends := commitEnds(after.wal)
		if got := scan(t, after.wal); got.Corrupt {
			t.Fatalf("round %d, before the crash (seed %d): %+v", round, seed, got)
		}
		tear := tears[random.IntN(len(tears))]
		d = database{after.main, tear.make(random, before.wal, after.wal, ends[max(0, len(ends)-2)])}
		if got := scan(t, d.wal); got.Corrupt {
			t.Fatalf("round %d, %s (seed %d): %+v", round, tear.name, seed, got)
		}
	}
}
