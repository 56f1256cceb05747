// Command claw is the front door of the run log for coding agents.
package main

import (
	"os"

	"github.com/clawable/claw/cmd/claw/cli"
	_ "github.com/clawable/claw/internal/prefault" // maps the code and the heap of a short run at once
)

func main() { os.Exit(cli.Main()) }
