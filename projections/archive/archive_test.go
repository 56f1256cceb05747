package archive_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/archive"
	"github.com/clawable/claw/projections/foldtest"
)

// scratch is a scratch file in memory.
type scratch struct {
	b    []byte
	most int // bytes it takes, 0 for any
}

var errFull = errors.New("no more room")

func (s *scratch) Write(b []byte) (int, error) {
	if s.most > 0 && len(s.b)+len(b) > s.most {
		return 0, errFull
	}
	s.b = append(s.b, b...)
	return len(b), nil
}

func (s *scratch) ReadAt(b []byte, at int64) (int, error) {
	if at > int64(len(s.b)) {
		return 0, io.EOF
	}
	n := copy(b, s.b[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// archived are the digests of an archive that holds little.
func archived(t rapid.TB, log foldtest.Log, file archive.ScratchFile, most archive.Bounds) projections.Digests {
	a := archive.New(projections.Options{}, file, most)
	if err := a.Run(context.Background(), log, domain.Position{}); err != nil {
		t.Fatal(err)
	}
	d, err := a.Digests()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAnArchiveTellsWhatMemoryTells(t *testing.T) {
	for name, most := range map[string]archive.Bounds{
		"one entity at a time":    {Entities: 1, Facts: 1},
		"a few":                   {Entities: 40, Facts: 4000},
		"more than there will be": {Entities: 1 << 20, Facts: 1 << 30},
	} {
		t.Run(name+", of sessions as they are recorded", func(t *testing.T) {
			log := generated(3000)
			want, err := foldtest.Replay(t, log).Digests()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, archived(t, log, &scratch{}, most)); diff != "" {
				t.Fatalf("-memory +archive\n%s", diff)
			}
		})
		t.Run(name+", of any events", func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				log := foldtest.Draw(t)
				if diff := cmp.Diff(foldtest.Digests(t, log), archived(t, log, &scratch{}, most)); diff != "" {
					t.Fatalf("-memory +archive\n%s", diff)
				}
			})
		})
	}
}

func TestAnArchiveSaysThatItsRoomIsFull(t *testing.T) {
	a := archive.New(projections.Options{}, &scratch{most: 1}, archive.Bounds{Entities: 10, Facts: 1000})
	err := a.Run(t.Context(), generated(8000), domain.Position{})
	if !errors.Is(err, errFull) {
		t.Fatalf("got %v, want %v", err, errFull)
	}
}

// generated is a log of n events as sessions are recorded.
func generated(n int) foldtest.Log {
	log := make(foldtest.Log, 0, n)
	for d := range gen.Events(n, 3) {
		log = append(log, domain.Event{Draft: d})
	}
	return log
}
