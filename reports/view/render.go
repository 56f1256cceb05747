package view

import (
	"bytes"
	"slices"
	"sync/atomic"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/reuse"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/prose"
	"github.com/clawable/claw/reports/redact"
)

// Source is the report that a view is of.
type Source struct {
	Report   string // its id; "" for one that is not filed. It is in the lineage of a view and in no hash
	Sealed   reports.Sealed
	Document *reports.Document // that of Sealed
	// Since is a report that the reader has already: equal items are counted, not repeated. The zero one
	// is none.
	Since reports.Sealed
}

// View is a rendered report.
type View struct {
	ID     domain.Digest
	Report string
	Inputs Inputs
	Bytes  []byte
}

// Renderer renders reports by one policy. Safe for concurrent use.
type Renderer struct {
	policy   *redact.Policy
	key      *redact.Key
	schema   *redact.Schema
	declared []Shape
	last     atomic.Pointer[readAt]
}

// NewRenderer makes a renderer. key may be nil: what the policy hashes is dropped then. declared are the
// audiences that a consumer declares.
func NewRenderer(p *redact.Policy, key *redact.Key, declared ...Shape) *Renderer {
	return &Renderer{policy: p, key: key, schema: Schema(), declared: declared}
}

// Render renders a report as of a time.
//
// Errors: kind usage for an audience, a format, a family or a class that there is not, and for a limit
// that nothing fits; kind unavailable for a schema that the consumer does not understand.
func (r *Renderer) Render(src *Source, c Capabilities, asOf domain.Instant) (*View, error) {
	v, _, err := r.render(src, c, asOf)
	return v, err
}

// render is [Renderer.Render]; cut reports whether items were left out to fit a number of bytes.
func (r *Renderer) render(src *Source, c Capabilities, asOf domain.Instant) (v *View, cut bool, err error) {
	shape, err := ShapeOf(c.Audience, r.declared...)
	if err == nil {
		err = c.check(src.Document.SchemaVersion)
	}
	if err != nil {
		return nil, false, err
	}
	c.Declaration = shape.Digest()
	req := &request{c, shape, src.Since.Text != nil}
	in := Inputs{Report: src.Sealed.Hash, Schema: src.Document.SchemaVersion, Rendering: Rendering, Capabilities: c, Policy: r.policy.Ref(), AsOf: asOf, Since: src.Since.Hash}
	if r.key != nil && r.policy.Hashes(shape.PolicyAudience(), r.ceiling(req)) {
		in.Key = r.key.ID
	}
	read, err := r.read(src, asOf)
	if err != nil {
		return nil, false, err
	}
	m := memories.Take()
	defer m.release()
	b := r.body(src.Sealed.Text, read.now, read.labels, req, m)
	if src.Since.Text != nil {
		b.collapse(r.body(src.Since.Text, []byte("{}"), redact.LabelsOf(src.Since.Text), req, &memory{}))
	}
	if most := req.mostItems(); most > 0 && req.compares {
		b = b.cut(most)
	}
	text, cut, err := fitted(b, &in, src.Report, req.maxBytes(), m)
	return &View{ID: in.ID(), Report: src.Report, Inputs: in, Bytes: text}, cut, err
}

// readAt is what all views of a report as of a time share.
type readAt struct {
	document *reports.Document
	report   domain.Digest
	asOf     domain.Instant
	now      []byte
	labels   redact.Labels
}

// read reads a report as of a time, unless the last view was of the same.
func (r *Renderer) read(src *Source, asOf domain.Instant) (*readAt, error) {
	if last := r.last.Load(); last != nil && last.document == src.Document && last.report == src.Sealed.Hash && last.asOf == asOf {
		return last, nil
	}
	now, err := nowOf(src.Document, asOf)
	read := &readAt{src.Document, src.Sealed.Hash, asOf, now, redact.LabelsOf(src.Sealed.Text)}
	if err == nil {
		r.last.Store(read)
	}
	return read, err
}

// ceiling is the greatest class that a view shows.
func (r *Renderer) ceiling(c *request) domain.Sensitivity {
	return r.policy.Ceiling(c.shape.PolicyAudience(), c.Sensitivity)
}

// mostItems is how many items of a section prose describes, 0 for all. In a page, which is searched and printed, a
// person finds ten times as many as in a text.
func (c *request) mostItems() int {
	most := map[Verbosity]int{Brief: 5, Normal: 20}[c.verbosity()]
	switch c.Format {
	case JSON:
		return 0
	case HTML:
		return 10 * most
	case Markdown, Terminal:
	}
	return most
}

// fitted writes a body with as many items as fit into most bytes; 0 is no limit. cut reports whether some are left out.
//
// Errors: kind usage for a limit that a view without items does not fit.
func fitted(b *body, in *Inputs, report string, most int, m *memory) (text []byte, cut bool, err error) {
	text, err = written(b, in, report, m)
	if most == 0 || len(text) <= most || err != nil {
		return text, false, err
	}
	low, high := 0, largest(b) // items that fit, and that do not
	if text, err = written(b.cut(0), in, report, m); len(text) > most || err != nil {
		e := domain.Usage("render view", "max-bytes", "a view of this report without any item needs more")
		e.Message, e.Detail = "has no room for the view", map[string]any{"max_bytes": most, "needed": len(text)}
		return nil, true, e
	}
	for low+1 < high {
		middle := (low + high) / 2
		if more, err := written(b.cut(middle), in, report, m); err != nil {
			return nil, true, err
		} else if len(more) <= most {
			low, text = middle, more
		} else {
			high = middle
		}
	}
	return text, true, nil
}

// largest is the number of items of the largest section.
func largest(b *body) (n int) {
	for _, m := range b.members {
		n = max(n, bytes.Count(m.Value, []byte(`":{`))+1)
	}
	return n
}

// written writes a body in the requested format.
func written(b *body, in *Inputs, report string, m *memory) (text []byte, err error) {
	text = slices.Grow(m.written[:0], len(b.named("lanes")))
	switch in.Capabilities.Format {
	case JSON:
		text, err = writeJSON(text, b, in, report)
	case Markdown:
		text, err = sealed(prose.Markdown(text, proseOf(b, in, report)), in, report, "<!-- ", "-->\n")
	case HTML:
		text, err = sealed(prose.HTML(text, proseOf(b, in, report)), in, report, "<!-- ", "-->\n")
	case Terminal:
		text, err = sealed(prose.Terminal(text, proseOf(b, in, report)), in, report, "", "")
	}
	m.written = text
	return bytes.Clone(text), err
}

// memory is what a view is made in. It is used again: a view leaves no garbage of its size.
type memory struct {
	redacted, first, titles, written []byte
	lanes, now                       []listed // see [listing]
}

// release lets another view be made in the memory.
func (m *memory) release() {
	clear(m.lanes) // nothing keeps a report
	clear(m.now)
	memories.Give(m)
}

var memories reuse.Pool[memory]

// proseOf is a body as a page.
func proseOf(b *body, in *Inputs, report string) prose.Page {
	if in.Capabilities.Audience == Clawhip {
		return clawhipPage(b, in, report)
	}
	return pageOf(b, in, report)
}
