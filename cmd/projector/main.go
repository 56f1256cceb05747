// Command projector keeps the read model of a run log current in the background.
package main

import (
	"os"

	"github.com/clawable/claw/cmd/claw/cli"
)

func main() { os.Exit(cli.Main()) }
