package together

import (
	"context"
	"log/slog"
	"strings"
	"sync"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
)

// Choice is a kind, and whether a server runs it.
type Choice struct {
	Kind
	Here bool
}

// Beside is what the settings name of one kind, and whether the server runs it.
type Beside struct {
	Table string   `json:"table"` // of the settings: sink or forward
	Names []string `json:"names"`
	Here  bool     `json:"runs_here"`
	Verb  string   `json:"verb"` // the command line that runs it in a separate process

	flag string
	runs []func(context.Context) error
}

// Prepare prepares what the flags of a server select to run, and names the rest. A demo ignores the
// settings.
//
// Errors: kind usage for a demo that is to run something; those of [Kind].Runs.
func Prepare(a *app.App, choices []Choice, demo bool, logger *slog.Logger) (all []Beside, err error) {
	var p Printer
	for _, k := range choices {
		if demo {
			if k.Here {
				return nil, app.UsageError("parse arguments", "--demo --"+k.Flag, "contradict each other", "leave out --demo: what your settings name goes with your own log")
			}
			continue
		}
		b := Beside{Table: k.Table, Here: k.Here, Verb: k.Verb, flag: k.Flag}
		if k.Here {
			if b.runs, err = k.Runs(a, &p); err != nil {
				return nil, err
			}
		}
		tables, err := app.Tables(a, k.Table)
		if err != nil {
			logger.Warn("the settings are not read", "table", k.Table, "error", err)
		}
		for _, t := range tables {
			b.Names = append(b.Names, t.Name)
		}
		if len(b.Names) > 0 {
			all = append(all, b)
		}
	}
	return all, nil
}

// Start starts all that runs here. The end of one is logged and ends nothing else.
func Start(ctx context.Context, all []Beside, running *sync.WaitGroup, logger *slog.Logger) {
	for i := range all {
		for _, run := range all[i].runs {
			running.Go(func() {
				if err := run(ctx); err != nil {
					logger.Error("one of the settings' tables is not run any more", "table", all[i].Table, "error", err)
				}
			})
		}
	}
}

// Text is the line of it.
func (b *Beside) Text(p *term.Page) {
	where := "run by this process"
	if !b.Here {
		where = "not run by this process; start with --" + b.flag + ", or " + b.Verb
	}
	p.Line("%-7s %s: %s", b.Table, strings.Join(b.Names, ", "), where)
}
