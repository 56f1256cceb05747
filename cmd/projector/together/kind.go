package together

import (
	"context"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// Kind is what a table of a user's settings names, such as sinks. A separate verb runs all of a kind, and
// so does a server where a flag requests it.
type Kind struct {
	Table string // of the settings
	Verb  string // the command line that runs it
	Flag  string // of the server, without dashes
	Usage string // of the flag
	// Runs returns what runs, one function each. An error means that none can begin.
	Runs func(*app.App, *Printer) ([]func(context.Context) error, error)
}
