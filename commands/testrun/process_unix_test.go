//go:build unix

package testrun_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

func init() {
	programs["is killed"] = func() int {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
		return 0
	}
	programs["tells where it is"] = func() int {
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGQUIT)
		fmt.Println("waiting")
		<-asked
		fmt.Println("in the loop")
		return 1
	}
	programs["ignores signals"] = func() int {
		signal.Ignore(syscall.SIGQUIT, syscall.SIGINT)
		fmt.Println("waiting")
		time.Sleep(time.Hour)
		return 0
	}
	programs["ends at a signal"] = func() int {
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGINT)
		fmt.Println("waiting")
		<-asked
		return 0
	}
	programs["leaves a program behind"] = func() int {
		cmd := exec.Command("sleep", "1000")
		cmd.Stdout = os.Stdout
		if cmd.Start() != nil {
			return 1
		}
		_ = os.WriteFile("left", []byte(fmt.Sprint(cmd.Process.Pid)), 0o644)
		return 0
	}
}

// TestAKilledProgramFailed runs a program that a signal ends.
func TestAKilledProgramFailed(t *testing.T) {
	request, _ := requestOf(t, "is killed")
	request.Reruns = 0
	report, err := request.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("failed of exit_code: 0 passed, 0 failed, 0 skipped, 0 flaky, 0 reruns", told(report)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestAHangingProgramIsAskedWhereItIs checks that the output of a program after SIGQUIT is its stack,
// and that one which does not end is killed.
func TestAHangingProgramIsAskedWhereItIs(t *testing.T) {
	for program, want := range map[string]string{"tells where it is": "in the loop\n", "ignores signals": ""} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			request, out := requestOf(t, program)
			at := &clock{now: request.Now()}
			request.Now, request.TestLimit = at.Now, time.Minute
			if want == "" {
				request.Grace = 1
			}
			out.upTo, out.seen = "waiting", func() { at.Pass(request.TestLimit) }
			report, err := request.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if report.Result != "hung" || report.Hanging.Stack != want {
				t.Errorf("%s, %+v", told(report), report.Hanging)
			}
		})
	}
}

// TestASignalEndsTheRun passes the interrupts of a person on, and records nothing: a program that
// ends by itself, and one that only the second interrupt ends.
func TestASignalEndsTheRun(t *testing.T) {
	for program, signals := range map[string]int{"ends at a signal": 1, "ignores signals": 2} {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			request, out := requestOf(t, program)
			from := make(chan os.Signal, signals)
			request.Signals = from
			out.upTo, out.seen = "waiting", func() {
				for range signals {
					from <- os.Interrupt
				}
			}
			report, err := request.Run(context.Background())
			var e *domain.Error
			if !errors.As(err, &e) || report != nil || e.Kind != domain.ErrRuntime || !strings.Contains(e.Message, "interrupt") || e.Hint == "" {
				t.Errorf("%v, %+v", report, err)
			}
		})
	}
}

// TestACanceledRunEnds cancels a run whose signals are not passed on.
func TestACanceledRunEnds(t *testing.T) {
	request, out := requestOf(t, "hangs")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out.upTo, out.seen = "waiting", cancel
	var e *domain.Error
	if report, err := request.Run(ctx); !errors.As(err, &e) || report != nil || e.Kind != domain.ErrRuntime {
		t.Errorf("%v, %v", report, err)
	}
}

// TestWhatTestsLeaveBehindHoldsNoRun runs a program that leaves one which keeps the output open.
func TestWhatTestsLeaveBehindHoldsNoRun(t *testing.T) {
	request, _ := requestOf(t, "leaves a program behind")
	report, err := request.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if report.Result != "passed" {
		t.Error(told(report))
	}
	left, err := os.ReadFile(filepath.Join(request.Dir, "left"))
	if err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Sscan(string(left), &pid); err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone
}
