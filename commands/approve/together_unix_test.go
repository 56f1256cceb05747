//go:build unix

package approve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

// fleet is how many processes decide at the same time.
const fleet = 32

// together opens the log, says so, waits until standard input ends, and does its one thing.
func (r *racer) together() error {
	ctx := context.Background()
	log, err := sqlite.Open(ctx, r.Path, sqlite.Options{})
	if err != nil {
		return err
	}
	fmt.Println("open")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	if err := r.decide(ctx, log); err != nil {
		return err
	}
	return log.Close()
}

// decide makes the decision that this process is for.
func (r *racer) decide(ctx context.Context, log eventlog.Log) error {
	kind, id, _ := strings.Cut(r.Together, " ")
	var stream domain.StreamID
	if id != "" {
		if err := stream.UnmarshalText([]byte(id)); err != nil {
			return err
		}
	}
	in := approvalsOf(log, time.Now)
	switch kind {
	case "consume":
		used, err := in.Consume(ctx, stream, approve.Claim{Action: push, Executor: agent})
		if err == nil {
			fmt.Println(used.Use)
		}
		return err
	case "deny":
		_, err := in.Deny(ctx, stream, "human:alice", "no")
		return err
	case "adopt":
		text := fmt.Sprintf("version = 1\n\n[[rule]]\nid = \"r%d\"\ndecision = \"allow\"\nargv_shorthand = \"git add:*\"\n", r.Seed)
		_, _, err := in.Adopt(ctx, []byte(text), "human:alice", domain.StreamID{})
		return err
	case "lane":
		_, err := commandtest.OperatorOf(log, time.Now).Bind(ctx, domain.MakeSessionID("codex", fmt.Sprint(r.Seed)), domain.LaneID(stream.ULID.String()), "", nil)
		return err
	}
	return fmt.Errorf("%s is no decision", r.Together)
}

// decideTogether has a fleet of processes make one decision each, at the same time, and
// returns what they printed.
func decideTogether(t *testing.T, path, what string) (printed []string) {
	t.Helper()
	var all []*exec.Cmd
	var starts []io.Closer
	outs := make([]strings.Builder, fleet)
	for i := range fleet {
		encoded, err := json.Marshal(racer{Path: path, Seed: uint64(i), Together: what})
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), racerVariable+"="+string(encoded))
		start, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout, cmd.Stderr = &outs[i], &outs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all, starts = append(all, cmd), append(starts, start)
	}
	for _, start := range starts {
		if err := start.Close(); err != nil {
			t.Error(err)
		}
	}
	for i, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v\n%s", i, err, outs[i].String())
		}
		printed = append(printed, strings.TrimSpace(strings.TrimPrefix(outs[i].String(), "open")))
	}
	return printed
}

// newRace is a log on disk with what its approvals need.
func newRace(t *testing.T) (path string, c *court) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "race.db")
	log, err := sqlite.Open(t.Context(), path, sqlite.Options{Create: true, Name: "race"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return path, &court{t: t, log: log, Approvals: approvalsOf(log, time.Now)}
}

// TestAsManyProcessesAsUsesSpendThemAtOnce: each process has its use, and no use is spent twice.
func TestAsManyProcessesAsUsesSpendThemAtOnce(t *testing.T) {
	path, c := newRace(t)
	stream := c.granted(fleet)
	uses := decideTogether(t, path, "consume "+stream.String())
	slices.Sort(uses)
	if n := len(slices.Compact(uses)); n != fleet {
		t.Errorf("%d processes had %d different uses: %v", fleet, n, uses)
	}
	one, rules, err := c.Load(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	if s := one.Standing(time.Now(), rules.Signers.Now()); s.Status != approval.Consumed || one.Grants[0].Spent != fleet || len(one.Uses) != fleet || len(one.Refusals) > 0 {
		t.Errorf("it is %s, spent %d times in %d uses, %d refused", s.Status, one.Grants[0].Spent, len(one.Uses), len(one.Refusals))
	}
}

// TestManyProcessesDecideAtOnce: each decision comes into the log, however many make one in
// the same stream.
func TestManyProcessesDecideAtOnce(t *testing.T) {
	for what, row := range map[string]struct {
		stream func(*court) domain.StreamID
		kind   domain.Kind
	}{
		"deny":  {func(c *court) domain.StreamID { return c.requested(1) }, domain.ApprovalDenied{}.Kind()},
		"adopt": {func(*court) domain.StreamID { return domain.PolicyStream() }, domain.PolicyAdopted{}.Kind()},
		"lane": {func(*court) domain.StreamID {
			return domain.StreamID{Family: domain.FamilyLane, ULID: ulid.MustParse("01KJSESXM0FXE8CX6BVXYZ3Z6R")}
		}, domain.LaneOwnershipBound{}.Kind()},
	} {
		t.Run(what, func(t *testing.T) {
			path, c := newRace(t)
			stream := row.stream(c)
			decideTogether(t, path, what+" "+stream.String())
			n := 0
			for _, e := range commandtest.Events(t, c.log, eventlog.Query{Stream: stream}) {
				if e.Kind == row.kind {
					n++
				}
			}
			if n != fleet {
				t.Errorf("the log holds %d decisions of %d", n, fleet)
			}
		})
	}
}
