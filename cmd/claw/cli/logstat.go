package cli

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// logStatDocument is the answer of log stat.
type logStatDocument struct {
	Head
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
	// Sources are who the events come from, and Largest the streams that hold most.
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
	Session domain.SessionID `json:"session,omitzero"` // whose stream it is
	tally
}

// damage is a place where stored bytes do not verify.
type damage struct {
	Position uint64 `json:"position,omitzero"`
	Message  string `json:"message"`
}

// largestStreams is how many streams are named.
const largestStreams = 10

func (a *app) logStat() *cobra.Command {
	return a.verb("stat", "", "Report the size of the log, its content, and the sources of the content", noArgs, func([]string) (document, error) {
		log, at, err := a.openLog(toRead)
		if err != nil {
			return nil, err
		}
		return a.stat(log, at)
	})
}

func (a *app) stat(log eventlog.Log, at Setting) (document, error) {
	head, err := log.Head(a.ctx)
	if err != nil {
		return nil, err
	}
	d := &logStatDocument{Head: headOf("log_stat"), Log: at.Value, LogID: head.ID, Name: head.Name, Replay: head.Replay,
		Position: head.Position.Number(), Damaged: []damage{}}
	c := census{counts[domain.Kind]{}, counts[source]{}, counts[domain.StreamID]{}}
	var line []byte
	for e, err := range eventlog.ReadPast(a.ctx, log, eventlog.Query{}) {
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
		line = append(e.Line(line[:0]), '\n')
		d.add(&e, len(line))
		c.add(&e, len(line))
	}
	d.Streams = len(c.streams)
	d.Kinds = rows(c.kinds, func(k domain.Kind, t tally) kindCount { return kindCount{k, t} })
	d.Sources = rows(c.sources, func(s source, t tally) sourceCount { return sourceCount{s, t} })
	if err := a.largest(log, c.streams, d); err != nil {
		return nil, err
	}
	if len(d.Damaged) > 0 {
		a.code = exitCode(domain.ErrCorrupt)
	}
	return d, a.measure(log, d)
}

// largest names the streams that hold most, and whose they are.
func (a *app) largest(log eventlog.Log, streams counts[domain.StreamID], d *logStatDocument) error {
	all := rows(streams, func(s domain.StreamID, t tally) streamCount { return streamCount{Stream: s, tally: t} })
	d.Largest = all[:min(len(all), largestStreams)]
	for i := range d.Largest {
		s := &d.Largest[i]
		for e, err := range log.Read(a.ctx, eventlog.Query{Stream: s.Stream, Limit: 1, EnvelopeOnly: true}) {
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

func (a *app) measure(log eventlog.Log, d *logStatDocument) error {
	m, ok := log.(eventlog.Measured)
	if !ok {
		return nil
	}
	s, err := m.Measure(a.ctx)
	d.Storage = &s
	return err
}

func damageOf(err error) damage {
	at, _ := eventlog.DamagedAt(err)
	return damage{at.Number(), err.Error()}
}

func (d *logStatDocument) text(p *page) {
	p.line("log       %s", d.Log)
	p.line("id        %s", d.LogID)
	p.line("name      %s", d.Name)
	p.line("events    %d in %s, last position %d", d.Events, many(d.Streams, "stream"), d.Position)
	if d.Events > 0 {
		p.line("recorded  %s to %s", clock(d.First), clock(d.Last))
	}
	p.line("bytes     %s as exported, %s of it data", bytesText(d.Bytes), bytesText(d.DataBytes))
	if d.Erased > 0 {
		p.line("erased    the data of %s", many(d.Erased, "event"))
	}
	if s := d.Storage; s != nil {
		p.line("files     %s, %s of it free for later events", bytesText(s.Bytes), bytesText(s.FreePages*s.PageBytes))
	}
	for _, x := range d.Damaged {
		p.line("damaged   %s", x.Message)
	}
	writeTallies(p, []column{{name: "KIND", least: 8}}, d.Kinds, func(k kindCount) ([]cell, tally) { return []cell{plain(string(k.Kind))}, k.tally })
	writeTallies(p, []column{{name: "SOURCE"}, {name: "CHANNEL", least: 8}, {name: "TRUST", rank: 1}}, d.Sources, func(s sourceCount) ([]cell, tally) {
		return []cell{plain(string(s.Kind)), plain(s.Channel), plain(string(s.Trust))}, s.tally
	})
	writeTallies(p, []column{{name: "LARGEST STREAMS", least: 16}}, d.Largest, func(s streamCount) ([]cell, tally) {
		return []cell{plain(firstOf(string(s.Session), s.Stream.String()))}, s.tally
	})
}

// writeTallies writes a table of what was counted, under the columns of what it is.
func writeTallies[T any](p *page, cols []column, all []T, say func(T) ([]cell, tally)) {
	table := make([][]cell, 0, len(all))
	for _, one := range all {
		cells, t := say(one)
		table = append(table, append(cells, plain(count(t.Events)), plain(bytesText(t.Bytes))))
	}
	p.gap()
	p.table(append(cols, column{name: "EVENTS", right: true}, column{name: "BYTES", right: true, rank: 2}), table)
}
