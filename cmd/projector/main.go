// Command projector keeps the read model of a run log current in the background.
package main

import (
	"os"

	projectorcmd "github.com/clawable/claw/cmd/claw/cli/projector"
)

func main() { os.Exit(projectorcmd.Program().Main()) }
