package serve

import (
	"io"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
)

// inMemory is the log of the demo.
const inMemory = "mem:"

// demo is a log in memory that holds every run which the program carries.
func demo(a *app.App) (eventlog.Log, app.Setting, error) {
	at := app.Setting{Value: inMemory, Source: "flag", From: "--demo"}
	log, err := engine.Open(a.Ctx, at.Value, engine.Options{Create: true, Name: "demo", Run: a.OwnRun(), Now: a.Now})
	if err != nil {
		return nil, at, errors.Wrap(err, "make the log of the demo")
	}
	a.Closers = append(a.Closers, log.Close)
	p := *a.Program
	p.Out, p.Err, p.Held = io.Discard, io.Discard, &app.Held{At: at, Log: log}
	return log, at, errors.Wrap(cli.Claw().Answer(a.Ctx, &p, []string{"log", "import", "--demo", "--json"}), "import the runs")
}
