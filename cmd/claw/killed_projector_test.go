package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
)

var rounds = flag.Int("claw.rounds", 5, "how often the projector and a watch are killed while processes append")

// TestAKilledProjectorAndWatchLoseNothing kills the projector and a watch again and again
// while eight processes append: in the end the read model equals a replay, and the watch
// has reported each outcome once.
func TestAKilledProjectorAndWatchLoseNothing(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	home := t.TempDir()
	all := newFleet(t, home, 8)
	var told hearing
	current := 0
	for round := range *rounds {
		projector := start(t, claw(t, home, "projector", "run", "--json", "--log", "log.db"))
		watch := start(t, claw(t, home, "watch", "--json", "--name", "bot", "--from", "start", "--log", "log.db"))
		if round%2 == 0 { // else they may die before they come to anything
			<-projector.spoke
			<-watch.spoke
		}
		all.await(random.IntN(200))
		current += bytes.Count(projector.kill(), []byte(`"state":"current"`))
		told.hear(t, watch.kill())
	}
	all.leave()
	underway := len(told.lines)
	output(t, claw(t, home, "projector", "run", "--once", "--log", "log.db"))
	output(t, claw(t, home, "projector", "verify", "--log", "log.db"))
	told.hear(t, output(t, claw(t, home, "watch", "--json", "--name", "bot", "--once", "--log", "log.db")))
	for lane, print := range outcomes(t, home) {
		if !slices.ContainsFunc(told.lines, func(l toldLine) bool { return l.Fingerprint == print }) {
			t.Errorf("how lane %s came out was never told: %s", lane, print)
		}
	}
	t.Logf("%d outcomes told, %d of them before a kill; %d lines came again; the projector came to the head in %d of %d rounds",
		len(told.lines), underway, told.again, current, *rounds)
	if underway == 0 || current == 0 {
		t.Error("nothing was killed at its work")
	}
}

// process is a program that runs until it is killed.
type process struct {
	t       *testing.T
	cmd     *exec.Cmd
	out     []byte
	problem bytes.Buffer
	spoke   chan struct{} // closed at its first line, and at its end
	ended   chan struct{}
}

func start(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{t: t, cmd: cmd, spoke: make(chan struct{}), ended: make(chan struct{})}
	cmd.Stderr = &p.problem
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		in := bufio.NewReader(out)
		p.out, _ = in.ReadBytes('\n')
		close(p.spoke)
		rest, _ := io.ReadAll(in) // until it is killed
		p.out = append(p.out, rest...)
	}()
	return p
}

// kill kills it, and returns the whole lines that it printed.
func (p *process) kill() []byte {
	p.t.Helper()
	if err := p.cmd.Process.Kill(); err != nil {
		p.t.Errorf("%q had ended: %v", p.cmd.Args, err)
	}
	<-p.ended
	_ = p.cmd.Wait() // killed
	if p.problem.Len() > 0 {
		p.t.Errorf("%q says %s", p.cmd.Args, p.problem.String())
	}
	return p.out[:bytes.LastIndexByte(p.out, '\n')+1]
}

func output(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s", cmd.Args, err, out)
	}
	return out
}

// hearing is a consumer of a watch: it passes over what comes with a number that it
// has handled.
type hearing struct {
	lines []toldLine
	again int
}

type toldLine struct {
	Seq         int    `json:"seq"`
	Fingerprint string `json:"outcome_fingerprint"`
	text        string
}

// hear takes what one run of the watch printed.
func (h *hearing) hear(t *testing.T, printed []byte) {
	t.Helper()
	for line := range bytes.Lines(printed) {
		l := toldLine{text: string(line)}
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if l.Fingerprint == "" {
			t.Fatalf("it says %s", line)
		}
		switch next := len(h.lines) + 1; {
		case l.Seq > next:
			t.Fatalf("after %d lines comes number %d", next-1, l.Seq)
		case l.Seq < next:
			h.again++
			if before := h.lines[l.Seq-1].text; before != l.text {
				t.Errorf("number %d comes again with other bytes\n%s%s", l.Seq, before, l.text)
			}
		case slices.ContainsFunc(h.lines, func(o toldLine) bool { return o.Fingerprint == l.Fingerprint }):
			t.Errorf("told under a second number: %s", l.text)
		default:
			h.lines = append(h.lines, l)
		}
	}
}

// outcomes reads the fingerprints of the lanes that came out, page by page.
func outcomes(t *testing.T, home string) map[string]string {
	t.Helper()
	prints, read := map[string]string{}, 0
	args := []string{"lanes", "--json", "--limit", "1000", "--log", "log.db"}
	for page := args; ; {
		var list struct {
			Lanes []struct {
				Lane        string `json:"lane"`
				Fingerprint string `json:"outcome_fingerprint"`
			} `json:"lanes"`
			Total int    `json:"total"`
			Next  string `json:"next_cursor"`
		}
		if err := json.Unmarshal(output(t, claw(t, home, page...)), &list); err != nil {
			t.Fatal(err)
		}
		read += len(list.Lanes)
		for _, l := range list.Lanes {
			if l.Fingerprint != "" {
				prints[l.Lane] = l.Fingerprint
			}
		}
		if list.Next != "" {
			page = append(slices.Clone(args), "--cursor", list.Next)
			continue
		}
		if len(prints) == 0 || read != list.Total {
			t.Fatalf("%d lanes of %d, %d came out", read, list.Total, len(prints))
		}
		return prints
	}
}
