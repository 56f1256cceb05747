package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// spooled counts the pushes that wait for the log.
func (y *yard) spooled() int {
	y.t.Helper()
	waiting, err := filepath.Glob(filepath.Join(y.dir, "claw/spool/*/*.jsonl"))
	if err != nil {
		y.t.Fatal(err)
	}
	return len(waiting)
}

// TestAPushGoesOnWhenTheLogIsAway pushes twice while the log cannot be written; what was
// seen waits, and is there once and in order when the log is back.
func TestAPushGoesOnWhenTheLogIsAway(t *testing.T) {
	log := filepath.Join(".claw", "log.db")
	for name, away := range map[string]func(y *yard) (back func()){
		"moved away": func(y *yard) func() {
			y.move(log, "aside.db")
			return func() { y.move("aside.db", log) }
		},
		"held by somebody": func(y *yard) func() {
			conn, err := sqlite.OpenConn(filepath.Join(y.dir, log), sqlite.OpenReadWrite)
			if err != nil {
				y.t.Fatal(err)
			}
			if err := sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil); err != nil {
				y.t.Fatal(err)
			}
			return func() {
				if err := conn.Close(); err != nil {
					y.t.Error(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := hooked(t)
			back := away(y)
			y.push("work", "origin", "HEAD~1:main")
			y.push("work", "origin", "main")
			if n := y.spooled(); n != 2 {
				t.Errorf("%d pushes wait", n)
			}
			back()
			var got [][]string
			y.must("ship", "scan", "bare.git")
			for _, p := range y.ships("work") {
				got = append(got, p.Commits)
			}
			if diff := cmp.Diff([][]string{{"two"}, {"three"}}, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if n := y.spooled(); n != 0 {
				t.Errorf("%d pushes still wait", n)
			}
			if told := y.told(); told["ship.pushed_main"] != 2 || told["ship.unlogged_push_found"] != 0 {
				t.Errorf("the log holds %v", told)
			}
		})
	}
}

func (y *yard) move(from, to string) {
	y.t.Helper()
	if err := os.Rename(filepath.Join(y.dir, from), filepath.Join(y.dir, to)); err != nil {
		y.t.Fatal(err)
	}
}

// TestAPushGoesOnWithoutTheProgram takes claw away from under its hooks: the hook that was
// there before still decides.
func TestAPushGoesOnWithoutTheProgram(t *testing.T) {
	y := newYard(t)
	y.write("work/.git/hooks/pre-push", "#!/bin/sh\nexit $(cat '"+y.dir+"/says')\n", 0o755)
	program, err := exec.LookPath("claw")
	if err != nil {
		t.Fatal(err)
	}
	y.hooks("work", "install")
	for _, name := range []string{"pre-push", "reference-transaction"} {
		script, err := os.ReadFile(filepath.Join(y.dir, "work/.git/hooks", name))
		if err != nil {
			t.Fatal(err)
		}
		gone := strings.ReplaceAll(string(script), program, program+".gone")
		if gone == string(script) {
			t.Fatalf("%s does not run %s:\n%s", name, program, script)
		}
		y.write(filepath.Join("work/.git/hooks", name), gone, 0o755)
	}
	y.write("says", "1", 0o644)
	if out, err := y.byHand("work", nil, "push", "origin", "main"); err == nil {
		t.Errorf("the hook that was there says no, and it went: %s", out)
	}
	y.write("says", "0", 0o644)
	y.push("work", "origin", "main")
	if ships := y.ships("work"); len(ships) > 0 {
		t.Errorf("%+v", ships)
	}
}

// TestTwoPushesAtOnce pushes two branches from two worktrees of a repository.
func TestTwoPushesAtOnce(t *testing.T) {
	y := hooked(t)
	y.git("work", "worktree", "add", "--quiet", "-b", "side", "../beside", "HEAD~1")
	y.commit("beside", "aside")
	var both sync.WaitGroup
	failed := make([]string, 2)
	for i, push := range [][]string{{"work", "main"}, {"beside", "side"}} {
		both.Go(func() {
			if out, err := y.byHand(push[0], nil, "push", "--quiet", "origin", push[1]); err != nil {
				failed[i] = out
			}
		})
	}
	both.Wait()
	if failed[0]+failed[1] != "" {
		t.Fatal(failed)
	}
	y.must("ship", "scan", "bare.git") // what waits for the log comes in
	refs := map[string]int{}
	for _, p := range y.ships("work") {
		refs[p.Ref]++
	}
	if diff := cmp.Diff(map[string]int{"refs/heads/main": 1, "refs/heads/side": 1}, refs); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
