// Command projector keeps the read model of a run log current in the background, and serves the log.
package main

import (
	"os"

	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
	"github.com/clawable/claw/cmd/projector/serve"
)

func main() { os.Exit(projectorcmd.Program(serve.Verb).Main()) }
