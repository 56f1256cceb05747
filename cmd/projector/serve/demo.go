package serve

import (
	"io"
	"io/fs"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/fixtures"
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
	for _, name := range fixtures.Names() {
		if err := importRun(a, at, log, name); err != nil {
			return nil, at, errors.Wrapf(err, "import the run %s", name)
		}
	}
	return log, at, nil
}

func importRun(a *app.App, at app.Setting, log eventlog.Log, name string) error {
	run, _ := fixtures.Named(name)
	events, err := run.Open(fixtures.Log)
	if err != nil {
		return err
	}
	defer func(f fs.File) { _ = f.Close() }(events) // it was only read
	p := *a.Program
	p.In, p.Out, p.Err, p.Held = events, io.Discard, io.Discard, &app.Held{At: at, Log: log}
	return cli.Claw().Answer(a.Ctx, &p, []string{"log", "import", "--json"})
}
