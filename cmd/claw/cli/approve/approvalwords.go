package approvecmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/domain"
)

func approvalDeny(a *app.App) *cobra.Command {
	var as, reason string
	cmd := a.Verb("deny APPROVAL", "decide", "Deny a request for good", app.Exactly(1, "APPROVAL"), func(args []string) (app.Document, error) {
		who, err := approvaltext.Actor(a, as)
		if err != nil {
			return nil, err
		}
		in, stream, err := approvaltext.OpenApprovals(a, app.ToAppend, args[0])
		if err != nil {
			return nil, err
		}
		decided, err := in.Deny(a.Ctx, stream, who, reason)
		return decideApproval(a, in, stream, decided, err)
	})
	wordFlags(cmd, &as, &reason)
	return cmd
}

func approvalRevoke(a *app.App) *cobra.Command {
	var as, reason, grant string
	cmd := a.Verb("revoke APPROVAL", "decide", "Revoke what is granted and not used yet", app.Exactly(1, "APPROVAL"), func(args []string) (app.Document, error) {
		who, err := approvaltext.Actor(a, as)
		if err != nil {
			return nil, err
		}
		var which domain.EventID
		if grant != "" {
			if which, err = domain.ParseEventID(grant); err != nil {
				return nil, err
			}
		}
		in, stream, err := approvaltext.OpenApprovals(a, app.ToAppend, args[0])
		if err != nil {
			return nil, err
		}
		decided, err := in.Revoke(a.Ctx, stream, which, who, reason)
		return decideApproval(a, in, stream, decided, err)
	})
	wordFlags(cmd, &as, &reason)
	cmd.Flags().StringVar(&grant, "grant", "", "only this grant, by its event (default: all)")
	return cmd
}

func approvalDelegate(a *app.App) *cobra.Command {
	var from, to, reason string
	cmd := a.Verb("delegate APPROVAL", "decide", "Delegate the use of a grant to an actor that the grant names", app.Exactly(1, "APPROVAL"), func(args []string) (app.Document, error) {
		if to == "" {
			return nil, app.UsageError("delegate approval", args[0], "needs --to", "claw approval show names who may act")
		}
		both, err := approvaltext.Actors(a, []string{from, to})
		if err != nil {
			return nil, err
		}
		in, stream, err := approvaltext.OpenApprovals(a, app.ToAppend, args[0])
		if err != nil {
			return nil, err
		}
		decided, err := in.Delegate(a.Ctx, stream, both[0], both[1], reason)
		return decideApproval(a, in, stream, decided, err)
	})
	wordFlags(cmd, &from, &reason)
	cmd.Flags().StringVar(&to, "to", "", "who is to act: agent:<session> or human:<name>")
	return cmd
}

// wordFlags gives cmd who says a word, and why.
func wordFlags(cmd *cobra.Command, as, reason *string) {
	cmd.Flags().StringVar(as, "as", "", "who says so: agent:<session> or human:<name> (default: you)")
	cmd.Flags().StringVar(reason, "reason", "", "why, in a few words")
}
