package view

import (
	"crypto/sha256"
	"slices"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports/redact"
)

// Fidelity says whether a view has all that the policy lets its audience see.
type Fidelity string

// The fidelities.
const (
	FidelityFull       Fidelity = "full"
	FidelityDowngraded Fidelity = "downgraded"
)

// Enum lists the values.
func (Fidelity) Enum() []string { return []string{string(FidelityFull), string(FidelityDowngraded)} }

// Header is the header of a view of format json: its source, and what it leaves out.
type Header struct {
	ID         domain.Digest     `json:"view_id"` // SHA-256 over inputs in RFC 8785
	Inputs     Inputs            `json:"inputs"`
	Report     string            `json:"report_id,omitzero"` // absent: the report is not filed
	Fidelity   Fidelity          `json:"fidelity"`
	Redacted   []redact.Withheld `json:"redacted"`
	Truncated  []Truncated       `json:"truncated"`
	Downgraded []Downgraded      `json:"downgraded"`
	Unchanged  []Unchanged       `json:"unchanged,omitzero"` // since inputs.since
	Digest     domain.Digest     `json:"digest,omitzero"`    // SHA-256 over the view without this member, in RFC 8785
}

// writeJSON appends a view in RFC 8785: {"as_of": …, "document": …, "view": header}, for the audience clawhip
// {"events": […], "view": header}, and of a release {"document": …, "view": header}. What was rewritten is in that form already.
func writeJSON(text []byte, b *body, in *Inputs, report string) ([]byte, error) {
	h := Header{ID: in.ID(), Inputs: *in, Report: report, Fidelity: FidelityFull, Redacted: orNone(b.withheld), Truncated: orNone(b.truncated), Downgraded: orNone(b.downgraded), Unchanged: b.unchanged}
	if len(b.downgraded) > 0 {
		h.Fidelity = FidelityDowngraded
	}
	header, err := canonical(&h)
	if err != nil {
		return nil, err
	}
	text = appendContent(text, b, in, report)
	text = append(text, `"view":`...)
	begin := len(text)
	text = append(append(text, header...), '}')
	h.Digest = sha256.Sum256(text)
	sealed, err := canonical(&h)
	return append(append(text[:begin], sealed...), '}', '\n'), err
}

// appendContent begins the object of a view: its members beside the header, which is the last one.
func appendContent(text []byte, b *body, in *Inputs, report string) []byte {
	if in.Capabilities.Audience == Clawhip {
		return append(appendClawhip(append(text, `{"events":`...), b, in, report), ',')
	}
	text = append(text, '{')
	if !in.IsRelease() {
		text = append(append(append(text, `"as_of":`...), b.named("as_of")...), ',')
	}
	members := slices.DeleteFunc(slices.Clone(b.members), func(m jcs.Member) bool { return m.Name == "as_of" })
	return append(redact.AppendObject(append(text, `"document":`...), members), ',')
}

func canonical(v any) ([]byte, error) {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	return jcs.Canonical(text)
}

func orNone[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}
