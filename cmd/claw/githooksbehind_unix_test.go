//go:build unix

package main_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// gated replaces the claw that the hooks of work run by a program that writes its number
// to one pipe, waits for a word from another, and continues as claw.
func (y *yard) gated() (said, word string) {
	y.t.Helper()
	said, word = filepath.Join(y.dir, "said"), filepath.Join(y.dir, "word")
	for _, pipe := range []string{said, word} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			y.t.Fatal(err)
		}
	}
	program, err := exec.LookPath("claw")
	if err != nil {
		y.t.Fatal(err)
	}
	gate := y.write("gate/claw", "#!/bin/sh\necho $$ >'"+said+"'\nread -r word <'"+word+"'\nexec '"+program+"' \"$@\"\n", 0o755)
	for _, name := range []string{"reference-transaction", "post-rewrite"} {
		file := filepath.Join(y.dir, "work/.git/hooks", name)
		script, err := os.ReadFile(file)
		if err != nil {
			y.t.Fatal(err)
		}
		y.write(filepath.Join("work/.git/hooks", name), strings.ReplaceAll(string(script), program, gate), 0o755)
	}
	return said, word
}

// behind runs git without waiting for what its hooks start; that has ended when ended
// returns.
func (y *yard) behind(args ...string) (ended func()) {
	y.t.Helper()
	read, inherited, err := os.Pipe()
	if err != nil {
		y.t.Fatal(err)
	}
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env, cmd.ExtraFiles = filepath.Join(y.dir, "work"), append(y.wrapped("").Env, "HOME="+y.dir, "CLAW_HOOKS_WAIT="), []*os.File{inherited}
	out, err := cmd.CombinedOutput()
	if err != nil {
		y.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	if err := inherited.Close(); err != nil {
		y.t.Fatal(err)
	}
	return func() {
		if _, err := io.Copy(io.Discard, read); err != nil {
			y.t.Error(err)
		}
		_ = read.Close() // it was only read
	}
}

// hear reads what a program writes to a pipe.
func (y *yard) hear(pipe string) string {
	y.t.Helper()
	text, err := os.ReadFile(pipe)
	if err != nil {
		y.t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// say writes a word to a pipe for its reader.
func (y *yard) say(pipe string) {
	y.t.Helper()
	if err := os.WriteFile(pipe, []byte("on\n"), 0o600); err != nil {
		y.t.Fatal(err)
	}
}

// TestGitDoesNotWaitForClaw pushes while claw is stopped: the push ends, and is recorded
// when claw continues.
func TestGitDoesNotWaitForClaw(t *testing.T) {
	y := hooked(t)
	said, word := y.gated()
	ended := y.behind("push", "--quiet", "origin", "main")
	if ships := y.ships("work"); len(ships) > 0 {
		t.Errorf("claw stands still, and the log holds %+v", ships)
	}
	y.hear(said)
	y.say(word)
	ended()
	if diff := cmp.Diff([]pushed{toMain("one", "three", "two", "three")}, y.ships("work")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if left, _ := filepath.Glob(filepath.Join(y.dir, "work/.git/claw-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestWhatWaitsIsTakenUpByWhoLooks scans while claw is stopped, and lets it continue then:
// the push is recorded once.
func TestWhatWaitsIsTakenUpByWhoLooks(t *testing.T) {
	y := hooked(t)
	said, word := y.gated()
	ended := y.behind("push", "--quiet", "origin", "main")
	y.hear(said)
	y.must("ship", "scan", "work")
	want := []pushed{toMain("one", "three", "two", "three")}
	if diff := cmp.Diff(want, y.ships("work")); diff != "" {
		t.Errorf("scanned: -want +got\n%s", diff)
	}
	before := y.told()
	y.say(word)
	ended()
	if diff := cmp.Diff(before, y.told()); diff != "" {
		t.Errorf("told again: -before +after\n%s", diff)
	}
}

// TestAScanThatComesFirstIsNoSecondPush scans the remote while claw is stopped, so that
// the push is not known, and lets it continue then.
func TestAScanThatComesFirstIsNoSecondPush(t *testing.T) {
	y := hooked(t)
	y.must("ship", "scan", "bare.git")
	said, word := y.gated()
	ended := y.behind("push", "--quiet", "origin", "main")
	y.hear(said)
	y.must("ship", "scan", "bare.git")
	y.say(word)
	ended()
	y.wantUnlogged(map[string]bool{})
}

// TestAClawThatIsKilledLosesAndDoublesNothing kills what hooks started at random moments.
// Whoever looks then finds each push and each amended commit once.
func TestAClawThatIsKilledLosesAndDoublesNothing(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	y := hooked(t)
	y.must("ship", "scan", "bare.git")
	said, word := y.gated()
	const rounds = 8
	var want []string
	for n := range rounds {
		y.commit("work", fmt.Sprintf("c%d", n))
		name := fmt.Sprintf("a%d", n)
		for _, args := range [][]string{{"commit", "--quiet", "--amend", "-m", name}, {"push", "--quiet", "origin", "main"}} {
			ended := y.behind(args...)
			pid, err := strconv.Atoi(y.hear(said))
			if err != nil {
				t.Fatal(err)
			}
			y.say(word) // it listens still
			strike := time.AfterFunc(time.Duration(random.IntN(60))*time.Millisecond, func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
			if random.IntN(3) == 0 {
				strike.Stop()
			}
			ended()
			strike.Stop()
		}
		want = append(want, name)
	}
	y.must("ship", "scan", "work")
	var heads []string
	for _, p := range y.ships("work") {
		heads = append(heads, p.New)
	}
	slices.Sort(heads)
	if diff := cmp.Diff(want, heads); diff != "" {
		t.Errorf("pushes: -want +got\n%s", diff)
	}
	anew := y.rewritten()
	slices.Sort(anew)
	if len(anew) != rounds || len(slices.Compact(anew)) != rounds {
		t.Errorf("commits that were written anew: %v", anew)
	}
	if left, _ := filepath.Glob(filepath.Join(y.dir, "work/.git/claw-heard.*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	y.wantUnlogged(map[string]bool{})
}
