package approvecmd

import (
	"crypto/sha256"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/proof"
)

func approvalImport(a *app.App) *cobra.Command {
	cmd := a.Verb("import APPROVAL FILE", "decide", "Record a grant of this request that was signed on another machine", app.Exactly(2, "APPROVAL and FILE"),
		func(args []string) (app.Document, error) { return importGrant(a, args[0], args[1]) })
	cmd.Long = `Record a grant that claw approval grant signed on a copy of this log, and that claw approval export
wrote there. It counts by the same rules as one that is signed here: a signer of this log made it, for
this log, this request and this action, and it has not expired. Nothing is shown and nobody is asked: the
signature is the decision. - reads standard input.`
	return cmd
}

func importGrant(a *app.App, id, file string) (app.Document, error) {
	text, err := app.ReadInput(a, file)
	if err != nil {
		return nil, err
	}
	envelope, err := parseEnvelope("import approval", file, text)
	if err != nil {
		return nil, err
	}
	in, stream, err := approvaltext.OpenApprovals(a, app.ToAppend, id)
	if err != nil {
		return nil, err
	}
	grant, err := proof.JudgeGrant(envelope, a.Now())
	if err != nil {
		return nil, refuseEnvelope(file, err, nil)
	}
	if of := grant.Statement.Request; of != stream {
		return nil, app.UsageError("import approval", id, "the grant is of another request: "+of.String(), "claw approval import "+of.String()+" FILE")
	}
	decided, held, err := heldGrant(a, in, stream, envelope)
	if err == nil && !held {
		decided, err = in.Grant(a.Ctx, grant.Statement, envelope.Armored())
	}
	return decideApproval(a, in, stream, decided, err)
}

// heldGrant is the decision that recorded the grant of an envelope before, if it counts.
//
// Errors: those of the log.
func heldGrant(a *app.App, in *approve.Approvals, stream domain.StreamID, envelope *proof.Envelope) (d record.Decided, held bool, err error) {
	one, _, err := in.Load(a.Ctx, stream)
	if err != nil {
		return d, false, err
	}
	signed, signature := domain.Digest(sha256.Sum256(envelope.Payload)), domain.Digest(sha256.Sum256([]byte(envelope.Armored())))
	for i := range one.Grants {
		if g := &one.Grants[i]; g.Void == "" && g.StatementDigest == signed && g.SignatureDigest == signature {
			e, err := in.Operator.Log.Get(a.Ctx, g.Event)
			return record.Decided{Event: e.ID, Kind: e.Kind, Receipt: eventlog.Receipt{ID: e.ID, Stream: e.Stream, Position: e.Position, Revision: e.Revision, Repeated: true}, Causes: e.Causes}, true, err
		}
	}
	return d, false, nil
}
