package reportcmd

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	reportview "github.com/clawable/claw/reports/view"
)

// partsKind is the kind of what claw report show --part-bytes prints.
const partsKind = "report_parts"

// PartsDocument is the answer of report show --part-bytes.
type PartsDocument struct {
	app.Head
	Report string         `json:"report_id"`
	Hash   domain.Digest  `json:"content_hash"`
	Parts  []reports.Part `json:"parts"`
}

func (d *PartsDocument) Text(p *term.Page) { partsText(p, d.Parts) }

// partsFlag declares --part-bytes.
func partsFlag(f *pflag.FlagSet, bytes *int) {
	f.IntVar(bytes, "part-bytes", 0, "cut into parts of at most so many bytes of text each, for a channel with a limit (0: whole)")
}

// partsText lists parts, without their texts.
func partsText(p *term.Page, parts []reports.Part) {
	for i := range parts {
		p.Line("part %d of %d, %d bytes, %s", parts[i].Index, parts[i].Count, len(parts[i].Text), parts[i].Hash)
	}
	p.Line("the parts themselves: --json")
}

// partsIn are parts as a channel delivers them: one after the other, or in a list; or as claw printed them. nil for
// another text.
func partsIn(text []byte) (parts []reports.Part) {
	var printed struct {
		Kind  string         `json:"kind"`
		Parts []reports.Part `json:"parts"`
	}
	switch {
	case json.Unmarshal(text, &printed) == nil && (printed.Kind == partsKind || printed.Kind == viewKind && printed.Parts != nil):
		return append([]reports.Part{}, printed.Parts...)
	case json.Unmarshal(text, &parts) == nil && len(parts) > 0 && !parts[0].Hash.IsZero():
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

// viewOfParts is the view that parts make.
//
// Errors: those of [reports.Assemble]; kind corrupt for a view that is not the one which the parts name.
func viewOfParts(w *reports.Whole) ([]byte, error) {
	v, err := reportview.Read(w.Text)
	switch {
	case v == nil:
		return nil, err
	case v.ID != w.View || v.Inputs.Report != w.Content || v.Report != w.Report:
		return nil, &domain.Error{Kind: domain.ErrCorrupt, Operation: "verify view", Target: "view " + w.View.String(), Message: "is not the view that its parts make",
			Detail: map[string]any{"view_id": w.View.String(), "computed": v.ID.String()}, Hint: "do not act on it; ask for the parts again"}
	}
	return w.Text, nil
}
