package view

import (
	"reflect"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/prose"
	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/release"
)

// releaseSchema is the schema in the inputs of a view of the audit of a release.
const releaseSchema = "audit_release/" + release.SchemaVersion

// IsRelease reports whether a view is one of the audit of a release, of whatever version.
func (in *Inputs) IsRelease() bool { return strings.HasPrefix(in.Schema, "audit_release/") }

// Release renders the audit of a release for the audience ops_audit, by the built-in policy.
//
// What the document lacks because it is labelled is named in every format.
//
// Errors: kind usage for a format that there is not; those of [release.Parse].
func Release(sealed reports.Sealed, format Format, asOf domain.Instant) (*View, error) {
	d, err := release.Parse(sealed.Text)
	if err != nil {
		return nil, err
	}
	c := Capabilities{Audience: OpsAudit, Format: format}
	if err := c.check(releaseSchema); err != nil {
		return nil, err
	}
	p, err := redact.Parse("claw.default", redact.Default())
	if err != nil {
		return nil, err
	}
	in := Inputs{Report: sealed.Hash, Schema: releaseSchema, Rendering: Rendering, Capabilities: c, Policy: p.Ref(), AsOf: asOf}
	text, withheld := redact.Rewrite(sealed.Text, redact.SchemaOf(reflect.TypeFor[release.Document]()), p, redact.Reader{Audience: OpsAudit, Ceiling: p.Ceiling(OpsAudit, "")})
	b := &body{members: jcs.Members(text), withheld: withheld}
	b.withLabels(&d.Sensitivity, format != JSON)
	bytes, err := writtenRelease(b, &in, text)
	return &View{ID: in.ID(), Inputs: in, Bytes: bytes}, err
}

// writtenRelease writes a view of a release in its format. A file of HTML holds the document, so that
// a reader of the file can verify it.
func writtenRelease(b *body, in *Inputs, document []byte) ([]byte, error) {
	switch in.Capabilities.Format {
	case JSON:
		return writeJSON(nil, b, in, "")
	case Markdown:
		return sealed(prose.Markdown(nil, releasePage(b, in)), in, "", "<!-- ", "-->\n")
	case HTML:
		p := releasePage(b, in)
		p.Document = document
		return sealed(prose.HTML(nil, p), in, "", "<!-- ", "-->\n")
	case Terminal:
	}
	return sealed(prose.Terminal(nil, releasePage(b, in)), in, "", "", "")
}
