package importing

import (
	"context"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/witness"
)

// An import records about so many drafts and so much data together: lines share a commit, and other
// writers are not blocked.
const (
	loadDrafts = 512
	loadBytes  = 1 << 20
	// forwardedDrafts and forwardedBytes are the same of what a forwarder sends.
	forwardedDrafts = 2000
	forwardedBytes  = 8 << 20
	loadLines       = 4096 // with little or no content
)

// weight is the cost of recording.
type weight struct{ lines, drafts, bytes int }

func (w *weight) add(o weight) {
	w.lines, w.drafts, w.bytes = w.lines+o.lines, w.drafts+o.drafts, w.bytes+o.bytes
}

func (w *weight) full() bool {
	return w.drafts >= loadDrafts || w.bytes >= loadBytes || w.lines >= loadLines
}

func weightOf(record *producers.Record) weight {
	w := weight{lines: 1, drafts: len(record.Drafts)}
	for i := range record.Drafts {
		w.bytes += len(record.Drafts[i].Data)
	}
	return w
}

// part is some records of one file, whole lines only.
type part struct {
	file    int // which of the files
	records []producers.Record
	calls   [][]witness.ReadCall // of each record
	weight  weight
	ends    bool  // it is the last one of the file
	err     error // the file could not be read further
	line    int   // where, 0 when it could not be read at all
}

// load is parts, in order, that are recorded together. A file is cut into parts independently of
// what else is in the load: the log is the same whatever is recorded together.
type load struct {
	parts  []part
	weight weight
}

// loader reads files into loads.
type loader struct {
	ctx  context.Context
	out  chan<- load
	load load
}

// readFiles reads the files between two places and closes out.
func readFiles(ctx context.Context, files []ImportFile, from, to int, out chan<- load) {
	defer close(out)
	l := &loader{ctx: ctx, out: out}
	for i := from; i < to; i++ {
		if !l.read(i, &files[i]) {
			return
		}
	}
	if len(l.load.parts) > 0 {
		l.send()
	}
}

// read reads a file; false when the recording ended.
func (l *loader) read(i int, f *ImportFile) bool {
	p := part{file: i}
	var observer witness.Observer
	for record, err := range f.Records(l.ctx) {
		if err != nil {
			p.err, p.line = err, record.Line
			break
		}
		record.Drafts = observer.Observe(record.Drafts)
		p.records, p.calls = append(p.records, record), append(p.calls, observer.Calls())
		p.weight.add(weightOf(&record))
		if p.weight.full() {
			if !l.add(p) {
				return false
			}
			p = part{file: i}
		}
	}
	p.ends = true
	p.weight.lines++ // a file costs something without a line too
	return l.add(p)
}

// add adds a part. A full load waits until the recorder takes it; another is handed over when the
// recorder is idle, and grows until then.
func (l *loader) add(p part) bool {
	l.load.parts = append(l.load.parts, p)
	if l.load.weight.add(p.weight); l.load.weight.full() {
		return l.send()
	}
	select {
	case l.out <- l.load:
		l.load = load{}
	default:
	}
	return l.ctx.Err() == nil
}

func (l *loader) send() bool {
	select {
	case l.out <- l.load:
		l.load = load{}
		return true
	case <-l.ctx.Done():
		return false
	}
}
