package view

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
)

// Rendering is the version of the views that this program makes, as [reports.SchemaVersion] is that of
// documents. The bytes of a view do not change within a version.
const Rendering = "1.4"

// Capabilities are what a consumer can take, and wants.
type Capabilities struct {
	Audience string `json:"audience"`
	Format   Format `json:"format"`
	// Schemas are the versions of documents that the consumer understands; empty is every version.
	Schemas     []string           `json:"schema_versions,omitzero"`
	Families    []string           `json:"families,omitzero"`        // that the consumer understands, sorted; empty is all
	Sensitivity domain.Sensitivity `json:"max_sensitivity,omitzero"` // "" is what the policy lets the audience see
	Verbosity   Verbosity          `json:"verbosity,omitzero"`       // "" is the audience's own
	MaxBytes    int                `json:"max_bytes,omitzero"`       // 0 is that of the audience
	// Core asks for the members alone that documents of every version have (see [Negotiate]).
	Core bool `json:"core_only,omitzero"`
	// Declaration is the digest of the shape of an audience that a consumer declared (see [Shape]). [Renderer.Render]
	// fills it in.
	Declaration domain.Digest `json:"declaration,omitzero"`
}

// Inputs are what the bytes of a view are a function of.
type Inputs struct {
	Report       domain.Digest  `json:"content_hash"`
	Schema       string         `json:"schema_version"` // of the document
	Rendering    string         `json:"rendering"`
	Capabilities Capabilities   `json:"capabilities"`
	Policy       redact.Ref     `json:"policy"`
	AsOf         domain.Instant `json:"as_of"`
	Since        domain.Digest  `json:"since,omitzero"`         // content that the reader has already
	Key          string         `json:"redaction_key,omitzero"` // id of the key; absent where the policy hashes nothing for this audience
}

// ID is the id of the view: SHA-256 over the inputs in RFC 8785.
func (in *Inputs) ID() domain.Digest {
	text, err := canonical(in)
	if err != nil { // texts of flags are UTF-8, see check
		return domain.Digest{}
	}
	return sha256.Sum256(text)
}

// usage is the error of a capability that does not exist.
func usage(what, value string, there []string) error {
	e := domain.Usage("render view", what+" "+strconv.Quote(value), strings.Join(there, ", "))
	e.Message = "is none"
	return e
}

// check validates the capabilities, and sorts them.
//
// Errors: kind usage.
func (c *Capabilities) check(schema string) error {
	switch {
	case !slices.Contains(c.Format.Enum(), string(c.Format)):
		return usage("format", string(c.Format), c.Format.Enum())
	case c.Verbosity != "" && !slices.Contains(c.Verbosity.Enum(), string(c.Verbosity)):
		return usage("verbosity", string(c.Verbosity), c.Verbosity.Enum())
	case c.Sensitivity != "" && !slices.Contains(c.Sensitivity.Enum(), string(c.Sensitivity)):
		return usage("sensitivity", string(c.Sensitivity), c.Sensitivity.Enum())
	case c.MaxBytes < 0:
		return usage("max-bytes", strconv.Itoa(c.MaxBytes), []string{"0 is no limit"})
	case len(c.Schemas) > 0 && !c.Core && UnderstandingOf(c.Schemas, schema) == UnderstoodNot:
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "render view", Target: "schema " + schema,
			Message: "is not among those that the consumer understands", Detail: map[string]any{"schema_version": schema, "understood": c.Schemas},
			Hint: "this program makes documents of schema " + reports.SchemaVersion}
	}
	for _, f := range c.Families {
		if !slices.Contains(Families(), f) {
			return usage("family", f, Families())
		}
	}
	c.Families, c.Schemas = sorted(c.Families), sorted(c.Schemas)
	return nil
}

func sorted(texts []string) []string {
	if len(texts) == 0 {
		return nil
	}
	texts = slices.Clone(texts)
	slices.Sort(texts)
	return slices.Compact(texts)
}

// request is what a view is rendered for.
type request struct {
	Capabilities
	shape    *Shape
	compares bool // with a report that the reader has: by all members
}

// takes says why the view has no section, "" where it has it.
func (c *request) takes(section string) Because {
	switch {
	case !slices.Contains(c.shape.Sections, section):
		return BecauseAudience
	case c.Core, len(c.Families) > 0 && !slices.Contains(c.Families, section):
		return BecauseCapability
	}
	return ""
}

// verbosity is the one asked for, or the audience's own.
func (c *request) verbosity() Verbosity { return cmp.Or(c.Verbosity, c.shape.Verbosity) }

// maxBytes is the limit asked for, or the audience's own; 0 for none.
func (c *request) maxBytes() int { return cmp.Or(c.MaxBytes, c.shape.MaxBytes) }

// Because says why something is not in a view that a policy would have let in.
type Because string

// The reasons.
const (
	BecauseAudience   Because = "audience"   // it is not of interest to the audience
	BecauseCapability Because = "capability" // the consumer does not understand it
	BecauseVerbosity  Because = "verbosity"  // it is more than was asked for
	BecauseFormat     Because = "format"     // the format has no place for it
)

// Enum lists the values.
func (Because) Enum() []string {
	return []string{string(BecauseAudience), string(BecauseCapability), string(BecauseVerbosity), string(BecauseFormat)}
}

// Downgraded is a part of a report that a view leaves out.
type Downgraded struct {
	Field   string  `json:"field"` // a pattern
	Because Because `json:"because"`
}

// Truncated counts the items that did not fit.
type Truncated struct {
	Field   string `json:"field"`
	LeftOut int    `json:"left_out"`
}
