package cli

import (
	"bytes"
	"strconv"

	"github.com/spf13/cobra"

	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// receiptLine is one line of the answer of log append.
type receiptLine struct {
	Type     string          `json:"type"`
	ID       domain.EventID  `json:"id"`
	Stream   domain.StreamID `json:"stream"`
	Revision uint64          `json:"revision"`
	Position uint64          `json:"position"`
	Leaf     domain.Digest   `json:"leaf"`
	Repeated bool            `json:"repeated"`
}

func receiptOf(r eventlog.Receipt) receiptLine {
	return receiptLine{Type: "receipt", ID: r.ID, Stream: r.Stream, Revision: uint64(r.Revision),
		Position: r.Position.Number(), Leaf: r.Leaf, Repeated: r.Repeated}
}

func (a *app) logAppend() *cobra.Command {
	var expect string
	cmd := &cobra.Command{Use: "append [FILE]", Short: "Append drafts, JSON Lines from a file or standard input",
		Long: `Append drafts: JSON objects, one a line, without what the log adds. Each line is answered with a receipt line.
Lines that follow each other and name one stream are one append when --expect is given; else each line is its own, and lines that
are there at once share a commit.
A missing id, version, emitter, source kind or observed_at is filled in; trust is low. The first line that is refused ends the run.
What only a verb of its own may decide is refused: approval, policy, ship, log, report, pinpoint and nudge decisions.
A line with an id may be appended again, and is answered with its first receipt; what it leaves out is as it was then.`,
		Example: `  echo '{"kind":"lane.started","stream":"lane-01ARZ3NDEKTSV4RRFFQ69G5FAV","data":{"purpose":"fix"}}' | claw log append
  claw schema show lane.started   # what the data of a kind may hold
  claw schema show envelope       # what may stand beside the data`,
		Args: atMostOne, Annotations: map[string]string{outputIs: outputLines},
		RunE: func(_ *cobra.Command, args []string) error {
			want, err := parseExpect(expect)
			if err != nil {
				return err
			}
			in, _, err := a.input(args)
			if err != nil {
				return err
			}
			defer in.Close()
			log, _, err := a.openLog(toCreate)
			if err != nil {
				return err
			}
			c := &commit{app: a, log: log, recorder: a.recorder(log, domain.TrustLow), want: want}
			return firstError(c.once(a.appendLines(c, in)), a.detach(log))
		}}
	cmd.Flags().StringVar(&expect, "expect", "any", "what the stream must be: any, none, exists or its revision")
	return cmd
}

func parseExpect(s string) (eventlog.Expect, error) {
	switch s {
	case "any":
		return eventlog.Any, nil
	case "none":
		return eventlog.None, nil
	case "exists":
		return eventlog.Exists, nil
	}
	n, err := strconv.ParseUint(s, 10, 53)
	if err != nil {
		return eventlog.Any, usageError("parse arguments", "--expect "+s, "is no expectation", "any, none, exists or a revision")
	}
	return eventlog.At(domain.Revision(n)), nil
}

// logImportDocument is the answer of log import.
type logImportDocument struct {
	Head
	importing.LineReport
}

func (a *app) logImport() *cobra.Command {
	return a.verb("import [FILE]", "", "Copy the events of an exported log into this one", atMostOne, func(args []string) (document, error) {
		in, _, err := a.input(args)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		log, _, err := a.openLog(toCreate)
		if err != nil {
			return nil, err
		}
		report, err := importing.Copy(a.ctx, log, producers.Lines(in))
		if err != nil {
			return nil, brokenOff(err, importedSoFar{lineCounts: countsOf(report), Events: report.Imported})
		}
		if report.Any() {
			a.code = 1
		}
		return &logImportDocument{headOf("log_import"), *report}, nil
	})
}

// isExport reports whether a file that begins with head is one that log export wrote.
func isExport(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	_, err := eventlog.ParseLine(line)
	return err == nil
}

func (d *logImportDocument) text(p *page) {
	p.line("%s: %d imported, %s", many(d.Lines, "line"), d.Imported, countsOf(&d.LineReport).others())
	listProblems(p, &d.Problems)
}
