package sqlite_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"sync"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

var rounds = flag.Int("claw.rounds", 20, "how often four appending processes are killed")

// Four processes append, two of them opening the log each time. After a random
// number of acknowledgements all are killed. What was acknowledged is there.
func TestKilledProcessesLoseNoAcknowledgedEvent(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	path := sqlitetest.LogPath(t, 0)
	acknowledged := map[domain.EventID]uint64{}
	for round := range *rounds {
		killed := killRound(t, path, round, 1+random.IntN(60), acknowledged)
		l := sqlitetest.Open(t, path, log.Options{})
		at := map[domain.EventID]uint64{}
		for _, e := range sqlitetest.ReadAll(t, l) {
			if at[e.ID] != 0 {
				t.Fatalf("round %d (seed %d): %s is there twice", round, seed, e.ID)
			}
			at[e.ID] = e.Position.Number()
		}
		for id, position := range acknowledged {
			if at[id] != position {
				t.Fatalf("round %d (seed %d): %s was acknowledged at %d and is at %d", round, seed, id, position, at[id])
			}
		}
		retry(t, l, killed)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	sqlitetest.Verify(t, sqlitetest.Open(t, path, log.Options{}))
}

// killRound returns the last acknowledged message of each process.
func killRound(t *testing.T, path string, round, after int, acknowledged map[domain.EventID]uint64) (last map[string]int) {
	var mu sync.Mutex
	var running sync.WaitGroup
	last = map[string]int{}
	enough := make(chan struct{})
	var commands []*exec.Cmd
	for p := range 4 {
		name := fmt.Sprint(round, " ", p)
		cmd, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "append", Path: path, Name: name, OneShot: p%2 == 0})
		commands = append(commands, cmd)
		running.Go(func() {
			for lines.Scan() {
				var n int
				var position uint64
				if _, err := fmt.Sscan(lines.Text(), &n, &position); err != nil {
					continue // killed in the middle of a line
				}
				mu.Lock()
				acknowledged[sqlitetest.Message(name, n).ID], last[name] = position, n
				if after--; after == 0 {
					close(enough)
				}
				mu.Unlock()
			}
		})
	}
	<-enough
	for _, cmd := range commands {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
	}
	running.Wait()
	for _, cmd := range commands {
		_ = cmd.Wait() // killed
	}
	return last
}

// retry appends the event that a killed process may have had under way: it is new
// or answered with its first receipt.
func retry(t *testing.T, l *log.Log, last map[string]int) {
	for name, n := range last {
		for _, d := range []domain.Draft{sqlitetest.Message(name, n), sqlitetest.Message(name, n+1)} {
			receipts, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d})
			if err != nil {
				t.Fatal(err)
			}
			if d.Seq == uint64(n) && !receipts[0].Repeated {
				t.Errorf("%s was acknowledged and is new", d.ID)
			}
		}
	}
}
