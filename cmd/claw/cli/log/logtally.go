package logcmd

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// tally counts events and their bytes.
type tally struct {
	Events    int   `json:"events"`
	Bytes     int64 `json:"bytes"`      // of the lines that log export prints
	DataBytes int64 `json:"data_bytes"` // of these the data
	Erased    int   `json:"erased"`     // events whose data were overwritten for good
}

func (t *tally) add(e *domain.Event, size int) {
	t.Events++
	t.Bytes += int64(size)
	t.DataBytes += int64(len(e.Data))
	if e.Erased {
		t.Erased++
	}
}

// source is the source of events.
type source struct {
	Kind    domain.SourceKind `json:"source_kind"`
	Channel string            `json:"channel,omitzero"`
	Trust   domain.Trust      `json:"trust"`
}

// census counts the events of a log by kind, source and stream.
type census struct {
	kinds   counts[domain.Kind]
	sources counts[source]
	streams counts[domain.StreamID]
}

// add counts an event whose line has size bytes.
func (c *census) add(e *domain.Event, size int) {
	c.kinds.of(e.Kind, func(k domain.Kind) domain.Kind { return domain.Kind(strings.Clone(string(k))) }).add(e, size)
	c.sources.of(source{e.Source.Kind, e.Source.Channel, e.Source.Trust}, source.clone).add(e, size)
	c.streams.of(e.Stream, func(s domain.StreamID) domain.StreamID { return s }).add(e, size)
}

func (s source) clone() source {
	return source{domain.SourceKind(strings.Clone(string(s.Kind))), strings.Clone(s.Channel), domain.Trust(strings.Clone(string(s.Trust)))}
}

// counts are tallies by a key.
type counts[K comparable] map[K]*tally

// of is the tally of a key; own copies the key where it refers to a page of the log.
func (c counts[K]) of(key K, own func(K) K) *tally {
	t, ok := c[key]
	if !ok {
		t = &tally{}
		c[own(key)] = t
	}
	return t
}

// rows lists counts, those of most bytes first.
func rows[K comparable, R any](c counts[K], row func(K, tally) R) []R {
	keys := make([]K, 0, len(c))
	for k := range c {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b K) int {
		if by := cmp.Compare(c[b].Bytes, c[a].Bytes); by != 0 {
			return by
		}
		return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
	})
	all := make([]R, len(keys))
	for i, k := range keys {
		all[i] = row(k, *c[k])
	}
	return all
}
