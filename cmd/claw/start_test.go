package main_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// working are the packages of claw that do something when the program starts. Every hook waits for it;
// a table that the compiler lays out (internal/table) and a value that is made at its first use
// (internal/lazy) cost nothing there.
var working = []string{
	"domain",            // the index of kinds, which each event needs
	"eventlog",          // the dictionary of envelopes, which each event needs
	"producers/lenient", // the options of a decoder, which each payload of a hook needs
}

// TestPackagesDoNothingAtTheStart holds what a start of claw costs, by the packages that have a part in
// it. The trace is that of the runtime (GODEBUG=inittrace=1).
func TestPackagesDoNothingAtTheStart(t *testing.T) {
	const module = "github.com/clawable/claw/"
	linked, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	start := exec.Command("claw", "version")
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	start.Stderr = &trace
	if err := start.Run(); err != nil {
		t.Fatalf("%v\n%s", err, trace.String())
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^init (\S+) @`).FindAllStringSubmatch(trace.String(), -1) {
		if name, ours := strings.CutPrefix(m[1], module); ours && slices.Contains(strings.Fields(string(linked)), m[1]) {
			got = append(got, name)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(working, got); diff != "" {
		t.Errorf("packages that do something at the start (-want +got):\n%s", diff)
	}
}
