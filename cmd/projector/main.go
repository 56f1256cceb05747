// Command projector keeps the read model of a run log current in the background, serves the log, sends
// its events to the log of a team and its outcomes to sinks, and draws the board on a terminal.
package main

import (
	"os"

	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	clawcmd "github.com/clawable/claw/cmd/projector/claw"
	forwardcmd "github.com/clawable/claw/cmd/projector/forward"
	mcpcmd "github.com/clawable/claw/cmd/projector/mcp"
	"github.com/clawable/claw/cmd/projector/remote"
	"github.com/clawable/claw/cmd/projector/serve"
	sinkcmd "github.com/clawable/claw/cmd/projector/sink"
	topcmd "github.com/clawable/claw/cmd/projector/top"
)

func main() {
	remote.Register()
	os.Exit(projectorcmd.Program(clawcmd.Verb, serve.With(sinkcmd.Kind(), forwardcmd.Kind()), forwardcmd.Verb, sinkcmd.Verb, mcpcmd.Verb, topcmd.Verb).Main())
}
