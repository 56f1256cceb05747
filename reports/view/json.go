package view

import (
	"crypto/sha256"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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

// Header stands in a view of format json: where it comes from, and what it leaves out.
type Header struct {
	ID         domain.Digest     `json:"view_id"` // SHA-256 over inputs in RFC 8785
	Inputs     Inputs            `json:"inputs"`
	Report     string            `json:"report_id,omitzero"` // absent: the report is not filed
	Fidelity   Fidelity          `json:"fidelity"`
	Redacted   []redact.Withheld `json:"redacted"`
	Truncated  []Truncated       `json:"truncated"`
	Downgraded []Downgraded      `json:"downgraded"`
	Digest     domain.Digest     `json:"digest,omitzero"` // SHA-256 over the view without this member, in RFC 8785
}

// document is a view of format json.
type document struct {
	Document jsontext.Value `json:"document,omitzero"` // of the report, as far as the audience sees it
	AsOf     jsontext.Value `json:"as_of,omitzero"`    // what depends on the time of reading
	Events   []clawhipEvent `json:"events,omitzero"`   // for the audience clawhip, in the place of the two
	View     Header         `json:"view"`
}

// writeJSON writes a view in RFC 8785.
func writeJSON(b *body, in *Inputs, report string) ([]byte, error) {
	d := document{View: Header{ID: in.ID(), Inputs: *in, Report: report, Fidelity: FidelityFull, Redacted: orNone(b.withheld), Truncated: orNone(b.truncated), Downgraded: orNone(b.downgraded)}}
	if len(b.downgraded) > 0 {
		d.View.Fidelity = FidelityDowngraded
	}
	if in.Capabilities.Audience == Clawhip {
		d.Events = clawhipEvents(b, in, report)
	} else {
		var members []jcs.Member
		for _, m := range b.members {
			if m.Name == "as_of" {
				d.AsOf = m.Value
				continue
			}
			members = append(members, m)
		}
		d.Document = redact.AppendObject(nil, members)
	}
	text, err := canonical(&d)
	if err != nil {
		return nil, err
	}
	d.View.Digest = sha256.Sum256(text)
	text, err = canonical(&d)
	return append(text, '\n'), err
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
