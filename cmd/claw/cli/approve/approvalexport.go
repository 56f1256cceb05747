package approvecmd

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/proof"
)

// ExportedDocument is the answer of approval export.
type ExportedDocument struct {
	app.Head
	Approval domain.StreamID `json:"approval"`
	Envelope *proof.Envelope `json:"envelope"`
	approvaltext.Rested
}

func approvalExport(a *app.App) *cobra.Command {
	cmd := a.Verb("export APPROVAL", "look", "Print a grant as a DSSE envelope, for others to verify", app.Exactly(1, "APPROVAL"),
		func(args []string) (app.Document, error) { return export(a, args[0]) })
	cmd.Long = `Print a grant as a DSSE envelope around an in-toto statement: the bytes that were signed, and the signature, as they are in the log.
In text the output is the envelope alone: claw approval export APPROVAL > grant.json`
	return cmd
}

func export(a *app.App, id string) (app.Document, error) {
	in, stream, err := approvaltext.OpenApprovals(a, app.ToRead, id)
	if err != nil {
		return nil, err
	}
	envelope, _, rests, err := envelopeOf(a, in, stream)
	if err != nil {
		return nil, err
	}
	return &ExportedDocument{app.HeadOf("approval_exported"), stream, envelope, *rests}, nil
}

func (d *ExportedDocument) Text(p *term.Page) {
	b, err := json.Marshal(d.Envelope, jsontext.WithIndent("  "))
	if err != nil {
		p.Err = err
		return
	}
	p.Raw(string(b) + "\n")
}
