package main_test

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
)

// fleet is processes that append one draft after another until leave is called.
type fleet struct {
	t       *testing.T
	members sync.WaitGroup

	mu           sync.Mutex
	changed      sync.Cond
	acknowledged int
	leaving      bool
}

func newFleet(t *testing.T, home string, size int) *fleet {
	t.Helper()
	c := &fleet{t: t}
	c.changed.L = &c.mu
	output(t, claw(t, home, "log", "append", "--log", "log.db")) // nothing, which makes the log
	for n := range size {
		cmd := claw(t, home, "log", "append", "--log", "log.db")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		c.members.Go(func() {
			defer c.leaves() // no process waits for one that failed
			if err := c.append(n, cmd, in, bufio.NewScanner(out)); err != nil {
				t.Errorf("appending process %d: %v", n, err)
			}
		})
	}
	t.Cleanup(c.leave)
	return c
}

// append has a process append until the fleet leaves.
func (c *fleet) append(n int, cmd *exec.Cmd, in io.WriteCloser, receipts *bufio.Scanner) error {
	for i := 0; c.acknowledge(i); i++ {
		if _, err := io.WriteString(in, draftOf(n, i)); err != nil {
			return err
		}
		if !receipts.Scan() || !strings.HasPrefix(receipts.Text(), `{"type":"receipt"`) {
			return fmt.Errorf("no receipt but %q: %w", receipts.Text(), cmp.Or(receipts.Err(), io.ErrUnexpectedEOF))
		}
	}
	if err := in.Close(); err != nil {
		return err
	}
	return cmd.Wait()
}

// acknowledge counts the receipt of the i-th draft of a process, and reports whether it should continue.
func (c *fleet) acknowledge(i int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i > 0 {
		c.acknowledged++
		c.changed.Broadcast()
	}
	return !c.leaving
}

func (c *fleet) leaves() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leaving = true
	c.changed.Broadcast()
}

// await returns when n more events were acknowledged.
func (c *fleet) await(n int) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	for until := c.acknowledged + n; c.acknowledged < until; c.changed.Wait() {
		if c.leaving {
			c.t.Fatal("a process does not append any more")
		}
	}
}

// leave ends all processes, and waits for them.
func (c *fleet) leave() {
	c.leaves()
	c.members.Wait()
}

// lifeOfALane is what a process of the fleet says of a lane: an ending, another in its
// place, and another attempt.
var lifeOfALane = []string{
	`"lane.started","data":{"purpose":"fix"}`, `"lane.finished","data":{}`, `"lane.failed","data":{"failure_class":"test"}`,
	`"lane.restarted","data":{}`, `"lane.finished","data":{}`,
}

// draftOf is the i-th draft of a process.
func draftOf(process, i int) string {
	lane := domain.Derive(time.Time{}, "crowd", fmt.Sprint(process), fmt.Sprint(i/len(lifeOfALane)))
	return fmt.Sprintf(`{"stream":"lane-%s","emitter":"crowd/%d","epoch":"01KT1GW6G0FXE8CX6BVXYZ3Z6R","seq":%d,"seq_kind":"count","kind":%s}`+"\n",
		lane, process, i+1, lifeOfALane[i%len(lifeOfALane)])
}
