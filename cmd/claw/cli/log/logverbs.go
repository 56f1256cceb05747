package logcmd

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/eventlog"
)

// LogVerbs are the verbs that speak of the log itself.
func LogVerbs(a *app.App) *cobra.Command {
	log := &cobra.Command{Use: "log", GroupID: "log", Short: "Append to, read, copy and check the log",
		Args: app.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	log.AddCommand(logAppend(a), logRead(a), logTail(a), logStat(a), logExport(a), logImport(a), logVerify(a), logBackup(a), logRestore(a), logForget(a),
		logScrub(a), logClock(a))
	return log
}

func logRead(a *app.App) *cobra.Command {
	var s view.Selection
	cmd := app.Streaming("read", "Print events as JSON Lines", "Print events in log order, one JSON object a line. Damaged events are named on the error stream and passed over.",
		func() error { return printEvents(a, &s, func(line []byte) []byte { return asShown(a, line) }) })
	s.Flags(cmd)
	return cmd
}

func logExport(a *app.App) *cobra.Command {
	var s view.Selection
	cmd := app.Streaming("export", "Print the whole log as JSON Lines, to copy or keep",
		"Print every event as stored, one canonical JSON object a line. claw log import reads it into another log.",
		func() error { return printEvents(a, &s, asStored) })
	s.Flags(cmd)
	return cmd
}

// asStored leaves a line as it is; asShown does where no person reads it.
func asStored(line []byte) []byte { return line }

func asShown(a *app.App, line []byte) []byte {
	if a.OutTerminal {
		return term.Escaped(line)
	}
	return line
}

// printEvents writes the selected events, each line as by show. What cannot be read is named and passed
// over; the verb then ends as corrupt.
func printEvents(a *app.App, s *view.Selection, show func([]byte) []byte) error {
	sel, err := s.Parse(a.Now())
	if err != nil {
		return err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(a.Out, 256<<10)
	var damage error
	var buf []byte
	none := true
	for e, err := range sel.Of(eventlog.ReadPast(a.Ctx, log, sel.Query)) {
		if err != nil {
			if !errors.Is(err, eventlog.ErrCorrupt) {
				return errors.Join(err, out.Flush())
			}
			named := *app.Typed(err)
			named.Hint = "what can be read is printed; claw log verify lists all damage"
			damage = errors.Join(damage, &named)
			continue
		}
		none = false
		buf = append(e.Line(buf[:0]), '\n')
		if _, err := out.Write(show(buf)); err != nil {
			return app.OutputError(err)
		}
	}
	if err := out.Flush(); err != nil {
		return app.OutputError(err)
	}
	if none {
		return errors.Join(damage, view.WarnOfUnmet(a, log, &sel))
	}
	return damage
}

func logTail(a *app.App) *cobra.Command {
	var s view.Selection
	var follow bool
	var last int
	cmd := app.Streaming("tail", "Print the last events; -f waits for more", "", func() error {
		if last < 0 {
			return app.UsageError("parse arguments", "--lines "+strconv.Itoa(last), "is negative", "0 starts after the last event")
		}
		sel, err := s.Parse(a.Now())
		if err != nil {
			return err
		}
		log, _, err := a.OpenLog(app.ToRead)
		if err != nil {
			return err
		}
		return tail(a, log, &sel, s.After != "", last, follow)
	})
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "wait for later events, also of other processes")
	cmd.Flags().IntVarP(&last, "lines", "n", 10, "start with so many of the last events")
	s.Flags(cmd)
	return cmd
}

func tail(a *app.App, log eventlog.Log, sel *view.Selected, fixed bool, last int, follow bool) error {
	if !fixed {
		at, err := lookcmd.LastPositions(a.Ctx, log, sel, last)
		if err != nil {
			return err
		}
		sel.Query.After = at
	}
	read := log.Read
	if follow { // what has no event yet may come, and nothing is printed until then
		if err := view.WarnOfUnmet(a, log, sel); err != nil {
			return err
		}
		read = log.Follow
	}
	var buf []byte
	none := !follow
	for e, err := range sel.Of(read(a.Ctx, sel.Query)) {
		if err != nil {
			if follow && errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		}
		none = false
		buf = append(e.Line(buf[:0]), '\n')
		if _, err := a.Out.Write(asShown(a, buf)); err != nil {
			return app.OutputError(err)
		}
	}
	if none {
		return view.WarnOfUnmet(a, log, sel)
	}
	return nil
}

// input is the file named by the one argument, standard input for "-" or none.
func input(a *app.App, args []string) (io.ReadCloser, string, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(a.In), "standard input", nil
	}
	f, err := os.Open(app.Path(a, args[0]))
	if err != nil {
		return nil, args[0], err
	}
	return struct {
		io.Reader
		io.Closer
	}{&app.Interruptible{Ctx: a.Ctx, In: f}, f}, args[0], nil
}
