// Command claw is the front door of the run log for coding agents.
package main

import (
	"os"

	"github.com/clawable/claw/cmd/claw/cli"
)

func main() { os.Exit(cli.Main()) }
