//go:build unix

package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
)

// The test binary is also the process that is killed and the process among many.
const (
	roleVariable = "CLAW_STORE_TEST_PATH"
	sizeVariable = "CLAW_STORE_TEST_EVENTS"
	taskVariable = "CLAW_STORE_TEST_TASK"
	seed         = 11
)

// tasks is what a process does with a path; "" is to catch up.
var tasks = map[string]func(path string) error{"": child}

func TestMain(m *testing.M) {
	if path := os.Getenv(roleVariable); path != "" {
		if err := tasks[os.Getenv(taskVariable)](path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(path string) error {
	n, err := strconv.Atoi(os.Getenv(sizeVariable))
	if err != nil {
		return err
	}
	log := storetest.NewLog("a", storetest.Drafts(n, seed)...)
	fmt.Println("ready")
	s := store.New(path, log, store.Options{Patience: time.Minute})
	st, err := s.CatchUp(storetest.Background)
	if err != nil {
		return err
	}
	d, err := query.Digests(s)
	if err != nil {
		return err
	}
	fmt.Println(st.Position, st.Stale, d["lanes"], d["tools"])
	return s.Close()
}

func startChild(t *testing.T, path string, events int) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"="+path, sizeVariable+"="+strconv.Itoa(events))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewScanner(out)
}

func TestManyProcessesAtOnceGetTheSameAnswer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.views")
	log := storetest.NewLog("a", storetest.Drafts(1500, seed)...)
	want := storetest.Replayed(t, log)
	line := fmt.Sprintln(1500, false, want["lanes"], want["tools"])
	var wait sync.WaitGroup
	for range 12 {
		cmd, out := startChild(t, path, 1500)
		wait.Go(func() {
			var said string
			for out.Scan() {
				said = out.Text() + "\n"
			}
			if err := cmd.Wait(); err != nil || said != line {
				t.Errorf("%v: said %q, want %q", err, said, line)
			}
		})
	}
	wait.Wait()
}

// TestAKilledProcessLeavesARightReadModel kills a process at many moments of its
// work: while it builds, and while it brings a read model on.
func TestAKilledProcessLeavesARightReadModel(t *testing.T) {
	if testing.Short() {
		t.Skip("many cases of what other tests here run as well")
	}
	const before, after = 600, 4000
	want := storetest.Replayed(t, storetest.NewLog("a", storetest.Drafts(after, seed)...))
	for round := range 14 {
		path := filepath.Join(t.TempDir(), "run.views")
		if round%2 == 1 {
			s := store.New(path, storetest.NewLog("a", storetest.Drafts(after, seed)[:before]...), store.Options{})
			storetest.Digests(t, s)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		cmd, out := startChild(t, path, after)
		if !out.Scan() {
			t.Fatal("the process said nothing")
		}
		timer := time.NewTimer(time.Duration(round*round) * 3 * time.Millisecond)
		<-timer.C
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed
		s := store.New(path, storetest.NewLog("a", storetest.Drafts(after, seed)...), store.Options{})
		if diff := cmp.Diff(want, storetest.Digests(t, s)); diff != "" {
			t.Fatalf("round %d: -folds +store\n%s", round, diff)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAVerbThatWaitsInVainForAFirstReadModelSaysSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.views")
	holder, err := os.Create(path + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Flock(int(holder.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	log := storetest.NewLog("a", storetest.Drafts(20, 5)...)
	s := store.New(path, log, store.Options{Patience: time.Nanosecond})
	var typed *domain.Error
	if _, err := s.CatchUp(t.Context()); !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable || !typed.Retryable {
		t.Fatalf("error %v, want unavailable and retryable", err)
	}
	if err := holder.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
		t.Fatalf("-folds +after the wait\n%s", diff)
	}
}

func TestAVerbThatWaitsInVainAnswersStale(t *testing.T) {
	all := storetest.Drafts(700, 5)
	path := filepath.Join(t.TempDir(), "run.views")
	log := storetest.NewLog("a", all[:600]...)
	s := store.New(path, log, store.Options{Patience: 30 * time.Millisecond})
	want := storetest.Digests(t, s)
	log.Append(all[600:]...)
	holder, err := os.OpenFile(path+".lock", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Flock(int(holder.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	st, err := s.CatchUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !st.Stale || st.Position != 600 {
		t.Fatalf("status %+v, want a stale answer as of 600", st)
	}
	got, err := query.Digests(s)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("-before +stale\n%s", diff)
	}
	if err := holder.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
		t.Fatalf("-folds +after the wait\n%s", diff)
	}
}
