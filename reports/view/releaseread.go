package view

import (
	"bytes"
	"html"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/reports/prose"
	"github.com/clawable/claw/reports/release"
)

// ReadRelease reads a view of the audit of a release, and holds it to its digest, its document to its
// content hash, and the whole to what is rendered from the document again.
//
// Errors: kind parse for another text, and for a view of a format that does not carry the document; kind
// corrupt for one that was changed; kind unavailable for one of a newer version.
func ReadRelease(text []byte) (*View, *release.Document, error) {
	v, err := Read(text)
	if err != nil {
		return nil, nil, err
	}
	carried := carriedDocument(v)
	if carried == nil {
		return nil, nil, &domain.Error{Kind: domain.ErrParse, Operation: "verify release audit", Target: "view", Message: "does not carry the document of a release",
			Hint: "a view of format html or json does"}
	}
	d, sealed, err := release.Verify(carried, v.Inputs.Report)
	if err != nil {
		return nil, nil, err
	}
	again, err := Release(sealed, v.Inputs.Capabilities.Format, v.Inputs.AsOf)
	if err != nil {
		return nil, nil, err
	}
	if again.Inputs.Policy != v.Inputs.Policy {
		return nil, nil, &domain.Error{Kind: domain.ErrUnavailable, Operation: "verify release audit", Target: "policy " + v.Inputs.Policy.ID,
			Message: "is another version than the one of this claw: the document has its hash, and the view around it was not rendered again", Hint: "verify it by the version of claw that made it"}
	}
	if !bytes.Equal(again.Bytes, v.Bytes) {
		return nil, nil, release.Edited("the page around the document is not what the document renders", v.ID.String(), again.ID.String())
	}
	return v, d, nil
}

// carriedDocument is the document that a view of a release carries, nil for none.
func carriedDocument(v *View) []byte {
	if !v.Inputs.IsRelease() {
		return nil
	}
	switch v.Inputs.Capabilities.Format {
	case JSON:
		var d struct {
			Document jsontext.Value `json:"document"`
		}
		if json.Unmarshal(v.Bytes, &d) != nil {
			return nil
		}
		text, err := jcs.Canonical(d.Document)
		if err != nil {
			return nil
		}
		return text
	case HTML:
		_, rest, is := bytes.Cut(v.Bytes, []byte(prose.DocumentBegins))
		text, _, ends := bytes.Cut(rest, []byte(prose.DocumentEnds))
		if is && ends {
			return []byte(html.UnescapeString(string(text)))
		}
	case Markdown, Terminal:
	}
	return nil
}
