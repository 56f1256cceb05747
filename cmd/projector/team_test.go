package main_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestThePageOfATeamWorksOnOneMachine runs the commands of docs/team.md as they are there, at an address
// that is free.
func TestThePageOfATeamWorksOnOneMachine(t *testing.T) {
	page, err := os.ReadFile("../../docs/team.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "### All of it on one machine\n")
	_, block, _ := strings.Cut(section, "```sh\n")
	script, _, found := strings.Cut(block, "```\n")
	if !found || !strings.Contains(script, "address=127.0.0.1:4774") {
		t.Fatalf("the page has no commands, or they name another address:\n%s", script)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	script = strings.Replace(script, "127.0.0.1:4774", listener.Addr().String(), 1)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	sh := exec.Command("sh", "-e")
	sh.Dir, sh.Stdin = t.TempDir(), strings.NewReader(script+"wait\n")
	sh.Env = []string{"PATH=" + programs + string(filepath.ListSeparator) + os.Getenv("PATH"), "TMPDIR=" + sh.Dir, "USER=ada"}
	out, err := sh.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for says, row := range map[string]struct {
		line  string
		times int
	}{
		"the first machine sends":   {`at position \d+: [1-9]\d* events sent, 0 known there, 0 refused, `, 1},
		"what others have is known": {`at position \d+: 0 events sent, [1-9]\d* known there, 0 refused, `, 2},
		"each machine is heard, by the state of the projector and on the board": {`(?m)^heard +(laptop|ci|desk), just now: [1-9]\d* events of log [0-9a-f]{12}$`, 6},
		"the board is that of the team":                                         {`(?m)^[1-9]\d* lanes: `, 1},
		"nothing fails":                                                         {`(?m)^(error|warning): `, 0},
	} {
		if got := len(regexp.MustCompile(row.line).FindAll(out, -1)); got != row.times {
			t.Errorf("%s: %d lines are as %s, want %d\n%s", says, got, row.line, row.times, out)
		}
	}
}
