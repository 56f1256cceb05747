package archive

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/factpack"
	"github.com/clawable/claw/projections/jobs"
)

// laneArchive keeps packs of facts in a record file.
type laneArchive struct {
	*factpack.Packs
	aside   *jobs.Queue
	records *recordFile
	options lane.Options
	filed   map[index.Key][]int64 // where the packs of a key are
	// named holds the events that a fact names, and of these the facts once all
	// packs were read for them.
	named map[domain.EventID][]*fact.Fact
	loose []fact.Fact // filed under no key
	buf   []byte
	err   error // why a load failed
}

func newLaneArchive(a *jobs.Queue, s *recordFile, o projections.Options, most int) *laneArchive {
	l := &laneArchive{aside: a, records: s, options: lane.Options{Replay: o.Replay}, filed: map[index.Key][]int64{}, named: map[domain.EventID][]*fact.Fact{}}
	l.Packs = factpack.New(most, l.keep)
	return l
}

// File implements [projections.LaneBook].
func (l *laneArchive) File(f *fact.Fact) error {
	for _, id := range f.Follows() {
		l.named[id] = nil
	}
	filed, err := l.Add(f)
	if !filed {
		l.loose = append(l.loose, *f)
	}
	return err
}

func (l *laneArchive) keep(packs map[index.Key][]byte, _ int) error {
	return l.aside.Do(func() error { return l.write(packs) })
}

func (l *laneArchive) write(packs map[index.Key][]byte) error {
	for _, k := range slices.Sorted(maps.Keys(packs)) {
		at, err := l.records.put(packs[k])
		if err != nil {
			return err
		}
		l.filed[k] = append(l.filed[k], at)
	}
	return nil
}

// load is an [index.Loader]; an error is kept.
func (l *laneArchive) load(k index.Key) (facts []*fact.Fact) {
	if id, ok := k.Event(); ok {
		return l.named[id]
	}
	for _, at := range l.filed[k] {
		var err error
		if l.buf, err = l.records.get(at, l.buf); err == nil {
			facts, err = factpack.Unpack(l.buf, facts)
		}
		if err != nil && l.err == nil {
			l.err = fmt.Errorf("load facts under %s: %w", k, err)
		}
	}
	return facts
}

// each implements [states].
func (l *laneArchive) each(visit func(key string, state []byte) error) error {
	if err := l.Flush(); err != nil {
		return err
	}
	l.findNamed()
	err := projections.EachOutcome(l.outcomes(), visit)
	if l.err != nil {
		return l.err
	}
	return err
}

// outcomes derives all lanes that have an event which counts, in their order.
func (l *laneArchive) outcomes() iter.Seq[lane.Outcome] {
	l.options.Profile = profile.InForce(l.load(index.ProfileKey)).Profile
	return func(yield func(lane.Outcome) bool) {
		for _, k := range slices.Sorted(maps.Keys(l.filed)) {
			id, ok := k.Lane()
			if !ok {
				continue
			}
			if o := lane.Derive(index.Collect(l.load, id), l.options); o.Exists() && !yield(o) {
				return
			}
		}
	}
}

// findNamed finds the facts that others name.
func (l *laneArchive) findNamed() {
	for id := range l.named {
		l.named[id] = nil
	}
	find := func(f *fact.Fact) {
		if same, ok := l.named[f.ID]; ok {
			l.named[f.ID] = append(same, f)
		}
	}
	for i := range l.loose {
		find(&l.loose[i])
	}
	for k := range l.filed {
		for _, f := range l.load(k) {
			find(f)
		}
	}
}
