package reportcmd

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
	reportview "github.com/clawable/claw/reports/view"
)

// verifiedView is what could be shown of a view.
type verifiedView struct {
	ID       domain.Digest     `json:"view_id"`
	Report   string            `json:"report_id,omitzero"` // as it says
	Inputs   reportview.Inputs `json:"inputs"`
	Rendered string            `json:"rendered"` // same, other, not_tried
	Why      string            `json:"why,omitzero"`
}

// The results of rendering a view again.
const (
	renderedSame     = "same"
	renderedOther    = "other"
	renderedNotTried = "not_tried"
)

// unwrapped is the view in what claw report view --json printed, or in parts of it, or the text itself.
//
// Errors: those of [reports.Assemble] and [viewOfParts].
func unwrapped(text []byte) ([]byte, error) {
	if parts := partsIn(text); parts != nil {
		w, err := reports.Assemble(parts)
		if err != nil || w.View.IsZero() {
			return text, err
		}
		return viewOfParts(&w)
	}
	var d struct {
		Kind string         `json:"kind"`
		View jsontext.Value `json:"view"`
		Text string         `json:"text"`
	}
	switch err := json.Unmarshal(text, &d); {
	case err != nil || d.Kind != viewKind:
		return text, nil
	case d.View != nil:
		return d.View, nil
	}
	return []byte(d.Text), nil
}

// view verifies a view: that it has its digest, whether its report was amended, and that it is what is
// rendered again.
//
// Errors: those of [reportview.Read] but for a newer schema, which is a warning; those of the log.
func (d *VerifiedDocument) view(a *app.App, in *reporting.Reports, o verifyOptions, text []byte) error {
	v, err := reportview.Read(text)
	newer := domain.KindOf(err) == domain.ErrUnavailable
	if err != nil && !newer {
		return err
	}
	version, failed := d.standing(a, in, v.Inputs.Report, v.Report)
	if failed != nil {
		return failed
	}
	d.View = &verifiedView{ID: v.ID, Report: v.Report, Inputs: v.Inputs, Rendered: renderedNotTried}
	switch {
	case newer:
		a.Warn("newer_schema", app.Typed(err).Error())
		d.View.Why = "a newer version of claw rendered it"
	case version == nil || version.Document == nil:
		d.View.Why = "the document of its report is not in this log"
	default:
		return d.again(a, in, o, v, version)
	}
	return nil
}

// again renders a view again.
func (d *VerifiedDocument) again(a *app.App, in *reporting.Reports, o verifyOptions, v *reportview.View, version *reports.Version) error {
	p, err := redactionPolicy(a, o.policy)
	if err != nil {
		return err
	}
	declared, err := DeclaredViews(a, o.views)
	if err != nil {
		return err
	}
	var key *redact.Key
	if folder := app.StateFolder(a); v.Inputs.Key != "" && folder != "" {
		if key, err = reporting.RedactionKey(folder, nil); err != nil {
			return err
		}
	}
	shape, _ := reportview.ShapeOf(v.Inputs.Capabilities.Audience, declared...)
	switch {
	case shape == nil || shape.Digest() != v.Inputs.Capabilities.Declaration:
		d.View.Why = "the declaration of its audience " + v.Inputs.Capabilities.Audience + " is not at hand, or says something else now: name its file with --views"
		return nil
	case p.Ref() != v.Inputs.Policy:
		d.View.Why = "its policy " + v.Inputs.Policy.ID + " " + term.Count(v.Inputs.Policy.Version) + " is not at hand: name its file with --policy"
		return nil
	case v.Inputs.Key != "" && (key == nil || key.ID != v.Inputs.Key):
		d.View.Why = "its redaction key " + v.Inputs.Key + " is not here"
		return nil
	}
	doc, err := version.Proven(d.Report)
	if err != nil {
		return err
	}
	since, err := heldContent(a, in, v.Inputs.Since)
	if err != nil {
		return err
	}
	if since.Hash != v.Inputs.Since {
		d.View.Why = "the report that its reader has is not in this log: " + v.Inputs.Since.String()
		return nil
	}
	src := reportview.Source{Since: since, Report: v.Report, Sealed: reports.Sealed{Text: version.Document, Hash: version.Hash}, Document: doc}
	made, err := reportview.NewRenderer(p, key, declared...).Render(&src, v.Inputs.Capabilities, v.Inputs.AsOf)
	if err == nil && bytes.Equal(made.Bytes, v.Bytes) {
		d.View.Rendered = renderedSame
		return nil
	}
	d.View.Rendered = renderedOther
	d.Findings = append(d.Findings, "the view is not what its report, policy and key render: do not act on it")
	return nil
}

// heldContent finds a document among what is filed by its hash; the zero one where the log does not hold
// it, and for the zero hash.
//
// Errors: those of the log.
func heldContent(a *app.App, in *reporting.Reports, hash domain.Digest) (s reports.Sealed, err error) {
	if hash.IsZero() {
		return s, nil
	}
	all, err := in.All(a.Ctx)
	if _, v := filedAs(all, hash, ""); v != nil && v.Held == reports.HeldWhole {
		s = reports.Sealed{Text: v.Document, Hash: v.Hash}
	}
	return s, err
}

func (v *verifiedView) text(p *term.Page) {
	if v == nil {
		return
	}
	p.Field("view", term.StylePlain, "%s for %s, as %s", v.ID, v.Inputs.Capabilities.Audience, v.Inputs.Capabilities.Format)
	switch v.Rendered {
	case renderedSame:
		p.Field("rendered", term.StyleGreen, "again, it is the same")
	case renderedNotTried:
		p.Field("rendered", term.StyleYellow, "not again: %s; it has its digest", v.Why)
	}
}
