// Command claw is the front door of the run log for coding agents.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/clawable/claw/cmd/claw/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second Ctrl-C is the operating system's
	code := cli.FromOS().Run(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}
