package cli

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/proof"
)

// exportedDocument is the answer of approval export.
type exportedDocument struct {
	Head
	Approval domain.StreamID `json:"approval"`
	Envelope *proof.Envelope `json:"envelope"`
	rested
}

func (a *app) approvalExport() *cobra.Command {
	cmd := a.verb("export APPROVAL", "look", "Print a grant as a DSSE envelope, for others to verify", exactly(1, "APPROVAL"), func(args []string) (document, error) {
		in, stream, err := a.openApprovals(toRead, args[0])
		if err != nil {
			return nil, err
		}
		envelope, _, rests, err := a.envelopeOf(in, stream)
		if err != nil {
			return nil, err
		}
		return &exportedDocument{headOf("approval_exported"), stream, envelope, *rests}, nil
	})
	cmd.Long = `Print a grant as a DSSE envelope around an in-toto statement: the bytes that were signed, and the signature, as they are in the log.
In text the output is the envelope alone: claw approval export APPROVAL > grant.json`
	return cmd
}

func (d *exportedDocument) text(p *page) {
	b, err := json.Marshal(d.Envelope, jsontext.WithIndent("  "))
	if err != nil {
		p.err = err
		return
	}
	p.raw(string(b) + "\n")
}
