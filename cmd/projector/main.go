// Command projector keeps the read model of a run log current in the background, serves the log, and
// sends its outcomes to sinks.
package main

import (
	"os"

	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
	sinkcmd "github.com/clawable/claw/cmd/projector/sink"
)

func main() { os.Exit(projectorcmd.Program(serve.Verb, sinkcmd.Verb).Main()) }
