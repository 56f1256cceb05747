package cli

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// logStatDocument is the answer of log stat.
type logStatDocument struct {
	Head
	Log      string      `json:"log"`
	LogID    string      `json:"log_id"`
	Name     string      `json:"name"`
	Replay   bool        `json:"replay"`
	Position uint64      `json:"position"`
	Events   int         `json:"events"`
	Streams  int         `json:"streams"`
	First    time.Time   `json:"first_recorded_at,omitzero"`
	Last     time.Time   `json:"last_recorded_at,omitzero"`
	Kinds    []kindCount `json:"kinds"`
	Damaged  []damage    `json:"damaged"`
}

type kindCount struct {
	Kind   domain.Kind `json:"kind"`
	Events int         `json:"events"`
}

// damage is a place where stored bytes do not verify.
type damage struct {
	Position uint64 `json:"position,omitzero"`
	Message  string `json:"message"`
}

func (a *app) logStat() *cobra.Command {
	return a.verb("stat", "", "How large the log is and what is in it", noArgs, func([]string) (document, error) {
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
	kinds := map[domain.Kind]int{}
	streams := map[domain.StreamID]struct{}{}
	for e, err := range eventlog.ReadPast(a.ctx, log, eventlog.Query{EnvelopeOnly: true}) {
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
		d.Events++
		kinds[domain.Kind(strings.Clone(string(e.Kind)))]++
		streams[e.Stream] = struct{}{}
	}
	d.Streams = len(streams)
	d.Kinds = sortedCounts(kinds)
	if len(d.Damaged) > 0 {
		a.code = exitCode(domain.ErrCorrupt)
	}
	return d, nil
}

func sortedCounts(kinds map[domain.Kind]int) []kindCount {
	counts := make([]kindCount, 0, len(kinds))
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		counts = append(counts, kindCount{k, kinds[k]})
	}
	slices.SortStableFunc(counts, func(a, b kindCount) int { return cmp.Compare(b.Events, a.Events) })
	return counts
}

func damageOf(err error) damage {
	at, _ := eventlog.DamagedAt(err)
	return damage{at.Number(), err.Error()}
}

func (d *logStatDocument) text(p *page) {
	p.line("log       %s", d.Log)
	p.line("id        %s", d.LogID)
	p.line("name      %s", d.Name)
	p.line("events    %s in %s, last position %d", strconv.Itoa(d.Events), many(d.Streams, "stream"), d.Position)
	if d.Events > 0 {
		p.line("recorded  %s to %s", d.First.Format(time.RFC3339), d.Last.Format(time.RFC3339))
	}
	for _, x := range d.Damaged {
		p.line("damaged   %s", x.Message)
	}
	p.gap()
	rows := make([][]cell, 0, len(d.Kinds))
	for _, k := range d.Kinds {
		rows = append(rows, []cell{plain(string(k.Kind)), plain(strconv.Itoa(k.Events))})
	}
	p.table([]column{{name: "KIND"}, {name: "EVENTS", right: true}}, rows)
}
