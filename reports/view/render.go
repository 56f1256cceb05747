package view

import (
	"bytes"

	"github.com/clawable/claw/domain"
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
}

// NewRenderer makes a renderer. key may be nil: what the policy hashes is dropped then. declared are the
// audiences that a consumer declares.
func NewRenderer(p *redact.Policy, key *redact.Key, declared ...Shape) *Renderer {
	return &Renderer{p, key, Schema(), declared}
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
	now, err := nowOf(src.Document, asOf)
	if err != nil {
		return nil, false, err
	}
	b := r.body(src.Sealed.Text, now, req)
	if src.Since.Text != nil {
		b.collapse(r.body(src.Since.Text, []byte("{}"), req))
	}
	if most := req.mostItems(); most > 0 {
		b = b.cut(most)
	}
	text, cut, err := fitted(b, &in, src.Report, req.maxBytes())
	return &View{ID: in.ID(), Report: src.Report, Inputs: in, Bytes: text}, cut, err
}

// ceiling is the greatest class that a view shows.
func (r *Renderer) ceiling(c *request) domain.Sensitivity {
	return r.policy.Ceiling(c.shape.PolicyAudience(), c.Sensitivity)
}

// mostItems is how many items of a section prose describes, 0 for all.
func (c *request) mostItems() int {
	if c.Format == JSON || c.Format == HTML {
		return 0
	}
	switch c.verbosity() {
	case Brief:
		return 5
	case Normal:
		return 20
	case Full:
	}
	return 0
}

// fitted writes a body with as many items as fit into most bytes; 0 is no limit. cut reports whether some are left out.
//
// Errors: kind usage for a limit that a view without items does not fit.
func fitted(b *body, in *Inputs, report string, most int) (text []byte, cut bool, err error) {
	text, err = written(b, in, report)
	if most == 0 || len(text) <= most || err != nil {
		return text, false, err
	}
	low, high := 0, largest(b) // items that fit, and that do not
	if text, err = written(b.cut(0), in, report); len(text) > most || err != nil {
		e := domain.Usage("render view", "max-bytes", "a view of this report without any item needs more")
		e.Message, e.Detail = "has no room for the view", map[string]any{"max_bytes": most, "needed": len(text)}
		return nil, true, e
	}
	for low+1 < high {
		middle := (low + high) / 2
		if more, err := written(b.cut(middle), in, report); err != nil {
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
func written(b *body, in *Inputs, report string) ([]byte, error) {
	switch in.Capabilities.Format {
	case JSON:
		return writeJSON(b, in, report)
	case Markdown:
		return sealed(prose.Markdown(proseOf(b, in, report)), in, report, "<!-- ", "-->\n")
	case HTML:
		return sealed(prose.HTML(proseOf(b, in, report)), in, report, "<!-- ", "-->\n")
	case Terminal:
	}
	return sealed(prose.Terminal(proseOf(b, in, report)), in, report, "", "")
}

// proseOf is a body as a page.
func proseOf(b *body, in *Inputs, report string) prose.Page {
	if in.Capabilities.Audience == Clawhip {
		return clawhipPage(b, in, report)
	}
	return pageOf(b, in, report)
}
