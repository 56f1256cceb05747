package logcmd

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// LogVerbs are the verbs about the log itself.
func LogVerbs(a *app.App) *cobra.Command {
	log := app.VerbFamily("log", "log", "Append to, read, copy and check the log")
	log.AddCommand(logAppend(a), logRead(a), logTail(a), logStat(a), logExport(a), logImport(a), logVerify(a), logBackup(a), logRestore(a), logCompare(a), logCopy(a), logForget(a),
		logScrub(a), logClock(a))
	return log
}

func logRead(a *app.App) *cobra.Command {
	var o view.EventOptions
	cmd := app.Streaming("read", "Print events as JSON Lines", "Print events in log order, one JSON object a line. Damaged events are named on the error stream and passed over.",
		func() error { return printEvents(a, o, func(line []byte) []byte { return asShown(a, line) }) })
	o.Flags(cmd.Flags())
	return cmd
}

func logExport(a *app.App) *cobra.Command {
	var o view.EventOptions
	cmd := app.Streaming("export", "Print the whole log as JSON Lines, to copy or keep",
		"Print every event as stored, one canonical JSON object a line. claw log import reads it into another log.",
		func() error { return printEvents(a, o, asStored) })
	o.Flags(cmd.Flags())
	return cmd
}

// asStored returns a line as it is.
func asStored(line []byte) []byte { return line }

// asShown returns a line for the terminal with control characters escaped, else as it is.
func asShown(a *app.App, line []byte) []byte {
	if a.OutTerminal {
		return term.Escaped(line)
	}
	return line
}

// printEvents writes the selected events, each line as show returns it. An event that cannot be
// read is skipped; the error then names each and is of kind corrupt.
func printEvents(a *app.App, o view.EventOptions, show func([]byte) []byte) error {
	sel, err := o.Parse(a)
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
		buf = append(seal.Line(&e, buf[:0]), '\n')
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

// tailOptions are the flags of claw log tail.
type tailOptions struct {
	view.EventOptions
	follow bool // wait for later events until the run is interrupted
	lines  int  // of the last events, to start with; --after overrides it
}

func (o *tailOptions) flags(f *pflag.FlagSet) {
	f.BoolVarP(&o.follow, "follow", "f", false, "wait for later events, also of other processes")
	f.IntVarP(&o.lines, "lines", "n", 10, "start with so many of the last events")
	o.Flags(f)
}

func (o *tailOptions) check() error {
	if o.lines < 0 {
		return app.UsageError("parse arguments", "--lines "+strconv.Itoa(o.lines), "is negative", "0 starts after the last event")
	}
	return nil
}

func logTail(a *app.App) *cobra.Command {
	var o tailOptions
	cmd := app.Streaming("tail", "Print the last events; -f waits for more", "", func() error { return tail(a, o) })
	o.flags(cmd.Flags())
	return cmd
}

func tail(a *app.App, o tailOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	sel, err := o.Parse(a)
	if err != nil {
		return err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return err
	}
	if o.After == "" {
		if sel.Query.After, err = lookcmd.LastPositions(a.Ctx, log, &sel, o.lines); err != nil {
			return err
		}
	}
	read := log.Read
	if o.follow { // a selected value may be absent now and come later
		if err := view.WarnOfUnmet(a, log, &sel); err != nil {
			return err
		}
		read = log.Follow
	}
	return printTail(a, log, &sel, read(a.Ctx, sel.Query), o.follow)
}

// printTail writes the events that sel selects, each as soon as it is available. With follow an
// interruption is no error.
func printTail(a *app.App, log eventlog.Log, sel *view.Selected, events iter.Seq2[domain.Event, error], follow bool) error {
	var buf []byte
	none := !follow
	for e, err := range sel.Of(events) {
		if err != nil {
			if follow && errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		}
		none = false
		buf = append(seal.Line(&e, buf[:0]), '\n')
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
