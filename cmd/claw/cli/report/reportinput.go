package reportcmd

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// The kinds of documents that files contain: of a report, and of a view.
const (
	reportKind = "report"
	viewKind   = "report_view"
)

// input is a report in a file: what claw report new or show printed, or its document alone.
type input struct {
	Kind     string         `json:"kind"`
	Report   string         `json:"report_id"`
	Hash     domain.Digest  `json:"content_hash"`
	Document jsontext.Value `json:"document"`
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
		w, err := reports.Assemble(parts)
		if err != nil {
			return in, err
		}
		if in = (input{Kind: viewKind}); w.View.IsZero() {
			in = input{Kind: reportKind, Report: w.Report, Hash: w.Content, Document: w.Text}
		}
	} else if err := reports.Decode("read report", name, text, &in); err != nil {
		return in, err
	}
	switch {
	case in.Kind == "":
		in = input{Document: text}
	case in.Kind != reportKind || in.Document == nil:
		return in, &domain.Error{Kind: domain.ErrParse, Operation: "read report", Target: name, Message: "is no report, but " + in.Kind,
			Hint: "what claw report new --json prints, or the document in it"}
	}
	return in, in.verify(name)
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
