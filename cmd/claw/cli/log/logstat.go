package logcmd

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// LogStatDocument is the answer of log stat.
type LogStatDocument struct {
	app.Head
	Log      string `json:"log"`
	LogID    string `json:"log_id"`
	Name     string `json:"name"`
	Replay   bool   `json:"replay"`
	Position uint64 `json:"position"`
	tally
	Streams int         `json:"streams"`
	First   time.Time   `json:"first_recorded_at,omitzero"`
	Last    time.Time   `json:"last_recorded_at,omitzero"`
	Kinds   []kindCount `json:"kinds"`
	// Sources counts the events by source, and Largest names the largest streams.
	Sources []sourceCount `json:"sources"`
	Largest []streamCount `json:"largest_streams"`
	// Storage is absent where the engine keeps no files.
	Storage *eventlog.Storage `json:"storage,omitzero"`
	Damaged []damage          `json:"damaged"`
}

type kindCount struct {
	Kind domain.Kind `json:"kind"`
	tally
}

type sourceCount struct {
	source
	tally
}

type streamCount struct {
	Stream  domain.StreamID  `json:"stream"`
	Session domain.SessionID `json:"session,omitzero"` // the session of the stream
	tally
}

// damage is a place where stored bytes do not verify.
type damage struct {
	Position uint64 `json:"position,omitzero"`
	Message  string `json:"message"`
}

// largestStreams is how many streams are named.
const largestStreams = 10

func logStat(a *app.App) *cobra.Command {
	return a.Verb("stat", "", "Report the size of the log, its content, and the sources of the content", app.NoArgs,
		func([]string) (app.Document, error) { return stat(a) })
}

func stat(a *app.App) (app.Document, error) {
	log, at, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	head, err := log.Head(a.Ctx)
	if err != nil {
		return nil, err
	}
	d := &LogStatDocument{Head: app.HeadOf("log_stat"), Log: at.Value, LogID: head.ID, Name: head.Name, Replay: head.Replay,
		Position: head.Position.Number(), Damaged: []damage{}}
	c := census{counts[domain.Kind]{}, counts[source]{}, counts[domain.StreamID]{}}
	var line []byte
	for e, err := range eventlog.ReadPast(a.Ctx, log, eventlog.Query{}) {
		if err != nil {
			if !errors.Is(err, eventlog.ErrCorrupt) {
				return nil, err
			}
			d.Damaged = append(d.Damaged, damageOf(err))
			continue
		}
		if d.Events == 0 {
			d.First = e.RecordedAt
		}
		d.Last = e.RecordedAt
		line = append(seal.Line(&e, line[:0]), '\n')
		d.add(&e, len(line))
		c.add(&e, len(line))
	}
	d.Streams = len(c.streams)
	d.Kinds = rows(c.kinds, func(k domain.Kind, t tally) kindCount { return kindCount{k, t} })
	d.Sources = rows(c.sources, func(s source, t tally) sourceCount { return sourceCount{s, t} })
	if err := largest(a, log, c.streams, d); err != nil {
		return nil, err
	}
	if len(d.Damaged) > 0 {
		a.Code = app.ExitCode(domain.ErrCorrupt)
	}
	return d, measure(a, log, d)
}

// largest names the largest streams and their sessions.
func largest(a *app.App, log eventlog.Log, streams counts[domain.StreamID], d *LogStatDocument) error {
	all := rows(streams, func(s domain.StreamID, t tally) streamCount { return streamCount{Stream: s, tally: t} })
	d.Largest = all[:min(len(all), largestStreams)]
	for i := range d.Largest {
		s := &d.Largest[i]
		for e, err := range log.Read(a.Ctx, eventlog.Query{Stream: s.Stream, Limit: 1, EnvelopeOnly: true}) {
			switch own := e.Session(); {
			case errors.Is(err, eventlog.ErrCorrupt): // it is named already
			case err != nil:
				return err
			case own != "" && own.Stream() == s.Stream:
				s.Session = own
			}
		}
	}
	return nil
}

func measure(a *app.App, log eventlog.Log, d *LogStatDocument) error {
	m, ok := log.(eventlog.Measured)
	if !ok {
		return nil
	}
	s, err := m.Measure(a.Ctx)
	d.Storage = &s
	return err
}

func damageOf(err error) damage {
	at, _ := eventlog.DamagedAt(err)
	return damage{at.Number(), err.Error()}
}

func (d *LogStatDocument) Text(p *term.Page) {
	p.Line("log       %s", d.Log)
	p.Line("id        %s", d.LogID)
	p.Line("name      %s", d.Name)
	p.Line("events    %d in %s, last position %d", d.Events, term.Many(d.Streams, "stream"), d.Position)
	if d.Events > 0 {
		p.Line("recorded  %s to %s", term.Clock(d.First), term.Clock(d.Last))
	}
	p.Line("bytes     %s as exported, %s of it data", app.BytesText(d.Bytes), app.BytesText(d.DataBytes))
	if d.Erased > 0 {
		p.Line("erased    the data of %s", term.Many(d.Erased, "event"))
	}
	if s := d.Storage; s != nil {
		p.Line("files     %s, %s of it free for later events", app.BytesText(s.Bytes), app.BytesText(s.FreePages*s.PageBytes))
	}
	for _, x := range d.Damaged {
		p.Line("damaged   %s", x.Message)
	}
	writeTallies(p, []term.Column{{Name: "KIND", Least: 8}}, d.Kinds, func(k kindCount) ([]term.Cell, tally) { return []term.Cell{term.Plain(string(k.Kind))}, k.tally })
	writeTallies(p, []term.Column{{Name: "SOURCE"}, {Name: "CHANNEL", Least: 8}, {Name: "TRUST", Rank: 1}}, d.Sources, func(s sourceCount) ([]term.Cell, tally) {
		return []term.Cell{term.Plain(string(s.Kind)), term.Plain(s.Channel), term.Plain(string(s.Trust))}, s.tally
	})
	writeTallies(p, []term.Column{{Name: "LARGEST STREAMS", Least: 16}}, d.Largest, func(s streamCount) ([]term.Cell, tally) {
		return []term.Cell{term.Plain(app.FirstOf(string(s.Session), s.Stream.String()))}, s.tally
	})
}

// writeTallies writes a table of what was counted, under the columns of what it is.
func writeTallies[T any](p *term.Page, cols []term.Column, all []T, say func(T) ([]term.Cell, tally)) {
	table := make([][]term.Cell, 0, len(all))
	for _, one := range all {
		cells, t := say(one)
		table = append(table, append(cells, term.Plain(term.Count(t.Events)), term.Plain(app.BytesText(t.Bytes))))
	}
	p.Gap()
	p.Table(append(cols, term.Column{Name: "EVENTS", Right: true}, term.Column{Name: "BYTES", Right: true, Rank: 2}), table)
}
