//go:build unix

package approve_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

var races = flag.Int("claw.races", 40, "how many grants of one use the race of processes is for")

// racerVariable makes this test binary one of the processes of the race.
const racerVariable = "CLAW_COMMANDS_TEST_RACER"

// racer is what a process of the race does.
type racer struct {
	Path string
	// Prizes is a file with the streams of the grants: there are more than an environment holds.
	Prizes string
	From   int // of the streams
	Seed   uint64
	// Together is what this process does once, at the same time as others; "" is the race.
	Together string
}

func TestMain(m *testing.M) {
	encoded := os.Getenv(racerVariable)
	if encoded == "" {
		os.Exit(m.Run())
	}
	var r racer
	err := json.Unmarshal([]byte(encoded), &r)
	switch {
	case err != nil:
	case r.Together != "":
		err = r.together()
	default:
		err = r.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run wants a use of every grant, and reports each before it tries it. One time in
// eight it kills itself between the consumption and the result.
func (r *racer) run() error {
	text, err := os.ReadFile(r.Prizes)
	if err != nil {
		return err
	}
	var streams []domain.StreamID
	if err := json.Unmarshal(text, &streams); err != nil {
		return err
	}
	log, err := sqlite.Open(context.Background(), r.Path, sqlite.Options{})
	if err != nil {
		return err
	}
	in := approvalsOf(log, time.Now)
	dice := rand.New(rand.NewPCG(r.Seed, 0))
	for i, stream := range streams[r.From:] {
		fmt.Println(r.From + i)
		used, err := in.Consume(context.Background(), stream, approve.Claim{Action: push, Executor: agent})
		var typed *domain.Error
		switch {
		case errors.As(err, &typed) && typed.Kind == domain.ErrPolicy:
			continue // another one was first
		case errors.Is(err, eventlog.ErrConflict):
			continue // others kept writing: one of them has the use
		case err != nil:
			return err
		}
		if dice.IntN(8) == 0 {
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		if _, err := in.Result(context.Background(), used.Event, agent, &domain.ToolCompleted{}); err != nil {
			return err
		}
	}
	return log.Close()
}

const processes = 8

// TestManyProcessesRaceForSingleUses has eight processes want the one use of each of
// many grants, while they die between consumption and result: no use is spent twice,
// none is lost, and each that has no result is named.
func TestManyProcessesRaceForSingleUses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "race.db")
	log, err := sqlite.Open(t.Context(), path, sqlite.Options{Create: true, Name: "race"})
	if err != nil {
		t.Fatal(err)
	}
	c := &court{t: t, log: log, Approvals: approvalsOf(log, time.Now)}
	streams := []domain.StreamID{c.granted(1)}
	for range *races - 1 {
		streams = append(streams, c.another())
	}
	text, err := json.Marshal(streams)
	if err != nil {
		t.Fatal(err)
	}
	prizes := path + ".json"
	if err := os.WriteFile(prizes, text, 0o600); err != nil {
		t.Fatal(err)
	}
	ended := make(chan int)
	for i := range processes {
		go func() { ended <- race(t, racer{Path: path, Prizes: prizes, Seed: uint64(i)}) }()
	}
	killed := 0
	for range processes {
		killed += <-ended
	}
	unresolved := 0
	for _, stream := range streams {
		one, rules, err := c.Load(t.Context(), stream)
		if err != nil {
			t.Fatal(err)
		}
		s := one.Standing(time.Now(), rules.Signers.Now())
		if s.Status != approval.Consumed || one.Grants[0].Spent != 1 {
			t.Errorf("%s is %s, spent %d times", stream, s.Status, one.Grants[0].Spent)
		}
		unresolved += s.Unresolved
	}
	if unresolved != killed {
		t.Errorf("%d uses without a result, and %d processes died before one", unresolved, killed)
	}
	if err := log.Close(); err != nil {
		t.Error(err)
	}
}

// race runs a process of the race until it has asked for every use, and says how often
// it was killed.
func race(t *testing.T, r racer) (killed int) {
	for ; ; r.Seed += processes {
		encoded, err := json.Marshal(r)
		if err != nil {
			t.Error(err)
			return killed
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), racerVariable+"="+string(encoded))
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return killed
		case errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
			killed++
			lines := strings.Fields(string(out))
			if r.From, err = strconv.Atoi(lines[len(lines)-1]); err != nil {
				t.Error(err)
				return killed
			}
			r.From++
		default:
			t.Errorf("process %s: %v\n%s", strconv.FormatUint(r.Seed, 10), err, out)
			return killed
		}
	}
}

// another is one more granted request for the push.
func (c *court) another() domain.StreamID {
	c.t.Helper()
	one, err := c.Request(c.t.Context(), domain.ApprovalRequested{Class: domain.ActionTool, Action: push, Requester: agent, Uses: 1}, "")
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.grant(one.Stream, key(1), approve.Terms{}); err != nil {
		c.t.Fatal(err)
	}
	return one.Stream
}
