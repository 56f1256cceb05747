package view

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/redact"
)

// Understanding says how well a consumer understands a version of documents.
type Understanding string

// The understandings.
const (
	UnderstoodExactly Understanding = "exact"
	UnderstoodMajor   Understanding = "same_major" // minor versions only add, and readers ignore what they do not know
	UnderstoodNot     Understanding = "unknown"
)

// Enum lists the values.
func (Understanding) Enum() []string {
	return []string{string(UnderstoodExactly), string(UnderstoodMajor), string(UnderstoodNot)}
}

// UnderstandingOf compares the version of a document with those that a consumer understands. A text
// without the form of a version is understood only by a consumer that lists it.
func UnderstandingOf(versions []string, schema string) Understanding {
	major := func(v string) string {
		of, _, _ := strings.Cut(v, ".")
		return of
	}
	switch {
	case slices.Contains(versions, schema):
		return UnderstoodExactly
	case IsVersion(schema) && slices.ContainsFunc(versions, func(v string) bool { return IsVersion(v) && major(v) == major(schema) }):
		return UnderstoodMajor
	}
	return UnderstoodNot
}

// Reduction states in what a view is less than the richest one of its audience, and why.
type Reduction struct {
	What    string    `json:"what"` // schema_version, families, max_sensitivity, verbosity or items
	Because ReducedBy `json:"because"`
	From    string    `json:"from"`
	To      string    `json:"to"`
}

// ReducedBy is why a view is reduced.
type ReducedBy string

// The reasons.
const (
	ReducedByConsumer ReducedBy = "consumer" // it does not understand, or does not want, more
	ReducedByPolicy   ReducedBy = "policy"   // the redaction policy lets its audience see no more
	ReducedBySize     ReducedBy = "size"     // more does not fit
)

// Enum lists the values.
func (ReducedBy) Enum() []string {
	return []string{string(ReducedByConsumer), string(ReducedByPolicy), string(ReducedBySize)}
}

// Agreement is what a consumer gets of a report, and what was reduced.
type Agreement struct {
	Consumer   string        `json:"consumer"`
	Schema     string        `json:"schema_version"` // of the document
	Understood Understanding `json:"understood"`
	Unknown    []string      `json:"unknown_families,omitzero"` // that it advertises and this program does not know
	Granted    Capabilities  `json:"granted"`
	Reduced    []Reduction   `json:"reduced"`
}

// RenderFor renders the richest view that a consumer may have: of its audience, with the sections that it
// understands, as much as the policy and it allow to be seen, at its verbosity. Where that does not fit,
// the least urgent items are left out. A version that the consumer does not understand is refused, or
// where it says so answered with the core that every version has.
//
// Errors: kind unavailable for such a version; those of [Renderer.Render].
func (r *Renderer) RenderFor(src *Source, p *domain.ReportConsumerAdvertised, asOf domain.Instant) (*View, *Agreement, error) {
	a, err := Negotiate(r.policy, src.Document.SchemaVersion, p, r.declared...)
	if err != nil {
		return nil, nil, err
	}
	v, cut, err := r.render(src, a.Granted, asOf)
	if err != nil {
		return nil, nil, err
	}
	if cut {
		a.reduce("items", ReducedBySize, "all", "those that fit "+strconv.Itoa(a.Granted.MaxBytes)+" bytes")
	}
	return v, a, nil
}

// Negotiate settles what a consumer gets of a document of a version under a policy.
//
// Errors: kind unavailable for a version that it does not understand and rejects; kind usage for an
// audience that there is not.
func Negotiate(p *redact.Policy, schema string, c *domain.ReportConsumerAdvertised, declared ...Shape) (*Agreement, error) {
	shape, err := ShapeOf(cmp.Or(c.Audience, HumanReadable), declared...)
	if err != nil {
		return nil, err
	}
	a := &Agreement{Consumer: c.Consumer, Schema: schema, Understood: UnderstandingOf(c.SchemaVersions, schema), Reduced: []Reduction{}}
	a.Granted = Capabilities{Audience: shape.Audience, Format: Format(cmp.Or(c.Format, string(JSON))), Schemas: c.SchemaVersions, Sensitivity: c.MaxSensitivity,
		MaxBytes: c.MaxBytes, Verbosity: Verbosity(cmp.Or(c.Verbosity, string(Full)))}
	if a.Granted.Verbosity != Full {
		a.reduce("verbosity", ReducedByConsumer, string(Full), string(a.Granted.Verbosity))
	}
	if err := a.version(c); err != nil {
		return nil, err
	}
	a.families(c, shape)
	a.sensitivity(p, c, shape)
	return a, a.Granted.check(schema)
}

func (a *Agreement) reduce(what string, because ReducedBy, from, to string) {
	a.Reduced = append(a.Reduced, Reduction{what, because, from, to})
}

// version settles what becomes of a document whose version the consumer does not understand.
func (a *Agreement) version(c *domain.ReportConsumerAdvertised) error {
	if a.Understood != UnderstoodNot {
		return nil
	}
	if c.UnknownVersion != domain.UnknownVersionDegrade {
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "negotiate view", Target: "schema " + a.Schema, Message: "is not understood by consumer " + c.Consumer,
			Detail: map[string]any{"schema_version": a.Schema, "understood": c.SchemaVersions}, Hint: "update the consumer, or let it advertise unknown_version degrade: it gets the core that every version has"}
	}
	a.Granted.Core = true
	a.reduce("schema_version", ReducedByConsumer, a.Schema, "core")
	return nil
}

// families settles the sections.
func (a *Agreement) families(c *domain.ReportConsumerAdvertised, shape *Shape) {
	var understood []string
	for _, f := range c.Families {
		if !slices.Contains(Families(), f) {
			a.Unknown = append(a.Unknown, f)
			continue
		}
		understood = append(understood, f)
	}
	if len(c.Families) == 0 || a.Granted.Core {
		return
	}
	a.Granted.Families, a.Granted.Core = understood, len(understood) == 0
	var given []string
	for _, section := range shape.Sections {
		if slices.Contains(understood, section) {
			given = append(given, section)
		}
	}
	if len(given) < len(shape.Sections) {
		a.reduce("families", ReducedByConsumer, strings.Join(shape.Sections, ","), cmp.Or(strings.Join(given, ","), "core"))
	}
}

// sensitivity settles the greatest class.
func (a *Agreement) sensitivity(p *redact.Policy, c *domain.ReportConsumerAdvertised, shape *Shape) {
	most, given := p.Ceiling(shape.PolicyAudience(), ""), p.Ceiling(shape.PolicyAudience(), c.MaxSensitivity)
	switch {
	case given != most:
		a.reduce("max_sensitivity", ReducedByConsumer, string(most), string(given))
	case c.MaxSensitivity != "" && c.MaxSensitivity != given:
		a.reduce("max_sensitivity", ReducedByPolicy, string(c.MaxSensitivity), string(given))
	}
}

// IsVersion reports whether a text has the form of a version of documents: major.minor.
func IsVersion(text string) bool {
	major, minor, both := strings.Cut(text, ".")
	return both && isNumber(major) && isNumber(minor)
}

func isNumber(text string) bool {
	n, err := strconv.ParseUint(text, 10, 32)
	return err == nil && strconv.FormatUint(n, 10) == text
}
