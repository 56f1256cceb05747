package main_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// follower is a program that runs beside a story and whose lines it awaits.
type follower struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

var followers sync.Map // of a story: *follower

// follow runs a program beside the story and reads what it prints, line by line:
//
//	follow start PROGRAM ARGS...   starts it
//	follow line TEXT               waits for its next line, which must hold TEXT
//	follow interrupt               presses Ctrl-C, and waits for an end with code 0
//	follow terminate               sends SIGTERM, and waits for an end with code 0
//	follow hangup                  sends SIGHUP
//	follow kill                    kills it
func follow(ts *testscript.TestScript, _ bool, args []string) {
	story := ts.Getenv("WORK")
	if args[0] == "start" {
		f := startFollower(ts, args[1:])
		followers.Store(story, f)
		ts.Setenv("PID", strconv.Itoa(f.cmd.Process.Pid))
		ts.Defer(func() { _ = f.cmd.Process.Kill() })
		return
	}
	value, ok := followers.Load(story)
	if !ok {
		ts.Fatalf("nothing is followed")
	}
	f := value.(*follower)
	switch args[0] {
	case "line":
		if !f.lines.Scan() {
			ts.Fatalf("it ended: %v", f.lines.Err())
		}
		if !strings.Contains(f.lines.Text(), args[1]) {
			ts.Fatalf("the line is %s", f.lines.Text())
		}
	case "interrupt":
		ts.Check(f.cmd.Process.Signal(os.Interrupt))
		f.end(ts)
	case "terminate":
		ts.Check(f.cmd.Process.Signal(syscall.SIGTERM))
		f.end(ts)
	case "hangup":
		ts.Check(f.cmd.Process.Signal(syscall.SIGHUP))
	case "kill":
		ts.Check(f.cmd.Process.Kill())
		_ = f.cmd.Wait() // killed
	default:
		ts.Fatalf("follow does not know %s", args[0])
	}
}

// end waits for an end with code 0, and no line before it.
func (f *follower) end(ts *testscript.TestScript) {
	for f.lines.Scan() {
		ts.Fatalf("one more line: %s", f.lines.Text())
	}
	ts.Check(f.cmd.Wait())
}

func startFollower(ts *testscript.TestScript, args []string) *follower {
	var program string
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if found, err := exec.LookPath(filepath.Join(dir, args[0])); err == nil {
			program = found
			break
		}
	}
	cmd := exec.Command(program, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "NO_COLOR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	cmd.Stderr = os.Stderr
	ts.Check(cmd.Start())
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 4<<20)
	return &follower{cmd, lines}
}
