package main_test

import (
	"io"
	"math/rand/v2"
	"net"
	"os/exec"
	"sync"
	"testing"
)

// cutter passes connections on to a server, and harms some of them, as dice say.
type cutter struct {
	url string

	mu      sync.Mutex
	dice    *rand.Rand
	left    int       // connections that may be harmed
	running *exec.Cmd // is killed
}

// mostHarms is how many connections of one forwarder are harmed.
const mostHarms = 6

// cutterTo passes on to an address until the test ends.
func cutterTo(t *testing.T, address string, dice *rand.Rand) *cutter {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	c := &cutter{url: "https://" + listener.Addr().String(), dice: dice, left: mostHarms}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go c.pass(conn, address)
		}
	}()
	return c
}

// harm is what happens to a connection.
type harm struct {
	sent, answered int64 // bytes after which it is cut
	kills          bool  // the forwarder, too
}

// everything is more bytes than a connection has.
const everything = 1 << 40

func (c *cutter) harm() harm {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := harm{sent: everything, answered: everything}
	if c.left == 0 {
		return h
	}
	c.left--
	switch c.dice.IntN(5) {
	case 0: // in the middle of a batch, or before it
		h.sent = c.dice.Int64N(200_000)
	case 1: // the answer is lost
		h.answered = c.dice.Int64N(100)
	case 2:
		h.sent, h.kills = c.dice.Int64N(200_000), true
	case 3:
		h.answered, h.kills = c.dice.Int64N(100), true
	}
	return h
}

// pass passes a connection on.
func (c *cutter) pass(from net.Conn, address string) {
	defer func() { _ = from.Close() }()
	to, err := net.Dial("tcp", address)
	if err != nil {
		return // the server is being started again
	}
	defer func() { _ = to.Close() }()
	h, ended := c.harm(), make(chan struct{}, 2)
	for _, way := range []struct {
		to, from net.Conn
		most     int64
	}{{to, from, h.sent}, {from, to, h.answered}} {
		go func() {
			_, _ = io.CopyN(way.to, way.from, way.most) // either end may go first
			ended <- struct{}{}
		}()
	}
	<-ended
	if h.kills {
		c.kill()
	}
}

// runs names the process that is killed.
func (c *cutter) runs(cmd *exec.Cmd) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running = cmd
}

func (c *cutter) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running != nil {
		_ = c.running.Process.Kill() // it may have ended
	}
}
