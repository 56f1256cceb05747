package reportcmd

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// input is a report in a file: what claw report new or show printed, or its document alone.
type input struct {
	Kind     string         `json:"kind"`
	Report   string         `json:"report_id"`
	Hash     domain.Digest  `json:"content_hash"`
	Document jsontext.Value `json:"document"`
	Parts    []reports.Part `json:"parts"` // of kind partsKind
	Rest     jsontext.Value `json:",unknown"`
}

// readInput reads the document of a file, and verifies it against the hash beside it.
//
// Errors: those of reading the file, and of [inputOf].
func readInput(a *app.App, name string) (in input, err error) {
	text, err := app.ReadInput(a, name)
	if err != nil {
		return in, err
	}
	return inputOf(name, text)
}

// inputOf is [readInput] for the text of a file.
//
// Errors: kind corrupt for a document that has another hash; kind parse for what is no report;
// those of [reports.Assemble].
func inputOf(name string, text []byte) (in input, err error) {
	if parts := partsIn(text); parts != nil {
		in = input{Kind: partsKind, Parts: parts}
	} else if err := reports.Decode("read report", name, text, &in); err != nil {
		return in, err
	}
	switch {
	case in.Kind == partsKind:
		s, err := reports.Assemble(in.Parts)
		if err != nil {
			return in, err
		}
		in.Document, in.Hash, in.Report = s.Text, s.Hash, in.Parts[0].Report
	case in.Kind == "":
		in = input{Document: text}
	case in.Kind != "report" || in.Document == nil:
		return in, &domain.Error{Kind: domain.ErrParse, Operation: "read report", Target: name, Message: "is no report, but " + in.Kind,
			Hint: "what claw report new --json prints, or the document in it"}
	}
	return in, in.verify(name)
}

// partsKind is the kind of what claw report show --part-bytes prints.
const partsKind = "report_parts"

// partsIn are parts as a channel delivers them: one after the other, or in a list; nil for another text.
func partsIn(text []byte) (parts []reports.Part) {
	if json.Unmarshal(text, &parts) == nil && len(parts) > 0 && !parts[0].Hash.IsZero() {
		return parts
	}
	parts = nil
	for in := jsontext.NewDecoder(bytes.NewReader(text)); ; {
		var p reports.Part
		switch err := json.UnmarshalDecode(in, &p, json.RejectUnknownMembers(true)); {
		case errors.Is(err, io.EOF):
			return parts
		case err != nil || p.Hash.IsZero():
			return nil
		}
		parts = append(parts, p)
	}
}

// verify compares the document with the hash beside it, where there is one.
func (in *input) verify(name string) error {
	s, err := reports.SealText(in.Document)
	if err != nil {
		return err
	}
	if !in.Hash.IsZero() && in.Hash != s.Hash {
		return &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify report", Target: name, Message: "was changed: the document does not have the content hash that stands beside it",
			Detail: map[string]any{"content_hash": in.Hash.String(), "computed": s.Hash.String()},
			Hint:   "state what is to be added in a file: claw report new --statement FILE"}
	}
	in.Document, in.Hash = s.Text, s.Hash
	return nil
}
