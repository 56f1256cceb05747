// Command testclaw holds the programs that the tests of cmd/claw start: claw and projector as stories
// and killed processes run them, and helpers that confine one. It runs the program that it is called
// by, as BusyBox does.
//
// It is a separate program, not the test program that is called again: it has not to initialise what
// the tests link, which took longer than most verbs. Nobody installs it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/pages"
	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/fixtures/consumer-kit/reading"
)

// patient is set where hooks wait for the log as long as a machine under load needs.
const patient = "CLAW_TEST_PATIENT"

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	switch name {
	case "claw":
		leaveTerminal()
		os.Exit(cli.Claw().MainAs(unobserved()))
	case "projector":
		leaveTerminal()
		os.Exit(projectorcmd.Program().Main())
	case "reportreader":
		if err := reading.Answered(os.Stdin, os.Stdout, reading.Name{Name: "reader", Version: "1"}); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	if run := platformPrograms[name]; run != nil {
		run()
	}
	fmt.Fprintf(os.Stderr, "testclaw: is called as %q, which is none of its programs\n", name)
	os.Exit(125)
}

// unobserved is the program of this process, which does not look at what runs the tests, and makes the
// pages itself that projector makes for claw.
func unobserved() *app.Program {
	p := app.FromOS()
	p.Pages = pages.Make
	if p.Ancestors = nil; os.Getenv(patient) != "" {
		p.Patience = time.Minute
	}
	return p
}
