package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/eventlog"
)

// logVerbs are the verbs that speak of the log itself.
func (a *app) logVerbs() *cobra.Command {
	log := &cobra.Command{Use: "log", GroupID: "log", Short: "Append to, read, copy and check the log",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	log.AddCommand(a.logAppend(), a.logRead(), a.logTail(), a.logStat(), a.logExport(), a.logImport(), a.logVerify(), a.logBackup(), a.logRestore(), a.logForget(),
		a.logScrub(), a.logClock())
	return log
}

func (a *app) logRead() *cobra.Command {
	var s selection
	cmd := a.streaming("read", "Print events as JSON Lines", "Print events in log order, one JSON object a line. Damaged events are named on the error stream and passed over.",
		func() error { return a.printEvents(&s, a.asShown) })
	s.flags(cmd)
	return cmd
}

func (a *app) logExport() *cobra.Command {
	var s selection
	cmd := a.streaming("export", "Print the whole log as JSON Lines, to copy or keep",
		"Print every event as stored, one canonical JSON object a line. claw log import reads it into another log.",
		func() error { return a.printEvents(&s, asStored) })
	s.flags(cmd)
	return cmd
}

// asStored leaves a line as it is; asShown does where no person reads it.
func asStored(line []byte) []byte { return line }

func (a *app) asShown(line []byte) []byte {
	if a.OutTerminal {
		return escaped(line)
	}
	return line
}

// printEvents writes the selected events, each line as by show. What cannot be read is named and passed
// over; the verb then ends as corrupt.
func (a *app) printEvents(s *selection, show func([]byte) []byte) error {
	sel, err := s.parse(a.Now())
	if err != nil {
		return err
	}
	log, _, err := a.openLog(toRead)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(a.Out, 256<<10)
	var damage error
	var buf []byte
	none := true
	for e, err := range sel.of(eventlog.ReadPast(a.ctx, log, sel.query)) {
		if err != nil {
			if !errors.Is(err, eventlog.ErrCorrupt) {
				return errors.Join(err, out.Flush())
			}
			named := *typed(err)
			named.Hint = "what can be read is printed; claw log verify lists all damage"
			damage = errors.Join(damage, &named)
			continue
		}
		none = false
		buf = append(e.Line(buf[:0]), '\n')
		if _, err := out.Write(show(buf)); err != nil {
			return outputError(err)
		}
	}
	if err := out.Flush(); err != nil {
		return outputError(err)
	}
	if none {
		return errors.Join(damage, a.warnOfUnmet(log, &sel))
	}
	return damage
}

func (a *app) logTail() *cobra.Command {
	var s selection
	var follow bool
	var last int
	cmd := a.streaming("tail", "Print the last events; -f waits for more", "", func() error {
		if last < 0 {
			return usageError("parse arguments", "--lines "+strconv.Itoa(last), "is negative", "0 starts after the last event")
		}
		sel, err := s.parse(a.Now())
		if err != nil {
			return err
		}
		log, _, err := a.openLog(toRead)
		if err != nil {
			return err
		}
		return a.tail(log, &sel, s.after != "", last, follow)
	})
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "wait for later events, also of other processes")
	cmd.Flags().IntVarP(&last, "lines", "n", 10, "start with so many of the last events")
	s.flags(cmd)
	return cmd
}

func (a *app) tail(log eventlog.Log, sel *selected, fixed bool, last int, follow bool) error {
	if !fixed {
		at, err := lastPositions(a.ctx, log, sel, last)
		if err != nil {
			return err
		}
		sel.query.After = at
	}
	read := log.Read
	if follow { // what has no event yet may come, and nothing is printed until then
		if err := a.warnOfUnmet(log, sel); err != nil {
			return err
		}
		read = log.Follow
	}
	var buf []byte
	none := !follow
	for e, err := range sel.of(read(a.ctx, sel.query)) {
		if err != nil {
			if follow && errors.Is(err, context.Canceled) {
				return nil
			}
			return err
		}
		none = false
		buf = append(e.Line(buf[:0]), '\n')
		if _, err := a.Out.Write(a.asShown(buf)); err != nil {
			return outputError(err)
		}
	}
	if none {
		return a.warnOfUnmet(log, sel)
	}
	return nil
}

// input is the file named by the one argument, standard input for "-" or none.
func (a *app) input(args []string) (io.ReadCloser, string, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(a.In), "standard input", nil
	}
	f, err := os.Open(a.path(args[0]))
	if err != nil {
		return nil, args[0], err
	}
	return struct {
		io.Reader
		io.Closer
	}{&interruptible{ctx: a.ctx, in: f}, f}, args[0], nil
}
