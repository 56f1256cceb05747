// Package topcmd holds the verb projector top, to which claw top hands over: the board on a terminal.
//
// It renders no cell: rows, pages and answers are those of the verbs of claw.
package topcmd

import (
	"os/signal"
	"strings"
	"syscall"

	"github.com/cockroachdb/errors"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	clawtop "github.com/clawable/claw/cmd/claw/cli/top"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/consumers/top"
	"github.com/clawable/claw/domain"
)

// Verb is projector top.
func Verb(a *app.App) *cobra.Command {
	return clawtop.Verb(a, func(o clawtop.Options) error { return run(a, o) })
}

// run draws until a key or a signal ends it.
func run(a *app.App, o clawtop.Options) error {
	log, at, err := a.OpenLog(app.ToRead)
	if err != nil {
		return err
	}
	s := &source{program: *a.Program, flags: a.Flags, options: o, place: placeOf(at), held: app.Held{At: at, Log: log, Model: view.NewModel(a, log, at, a.Patience)}}
	a.Closers = append(a.Closers, s.close)
	in := a.In
	if i, wrapped := in.(*app.Interruptible); wrapped { // keys are read from the terminal itself
		in = i.In
	}
	ctx, stop := signal.NotifyContext(a.Ctx, syscall.SIGHUP) // as SIGTERM: it would leave the screen as it is
	defer stop()
	err = top.Run(ctx, top.Terminal{In: in, Out: a.Out, Env: a.Environ(), Look: top.Look{Name: "claw top", Color: a.Page(a.Out).Color, ASCII: !isUTF8(a.Env)}}, s)
	if errors.Is(err, top.ErrDraw) {
		return (&domain.Error{Kind: domain.ErrRuntime, Operation: "draw top", Target: "terminal", Message: "the screen cannot be drawn",
			Hint: app.NextStep(a, "claw board") + " prints the same lanes once"}).Because(err)
	}
	return err
}

// isUTF8 reports whether the locale has UTF-8, by the variables of POSIX.
func isUTF8(env func(string) string) bool {
	locale := strings.ToLower(app.FirstOf(env("LC_ALL"), env("LC_CTYPE"), env("LANG")))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}
