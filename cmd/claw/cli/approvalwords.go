package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
)

func (a *app) approvalDeny() *cobra.Command {
	var as, reason string
	cmd := a.verb("deny APPROVAL", "decide", "Deny a request for good", exactly(1, "APPROVAL"), func(args []string) (document, error) {
		who, err := a.actor(as)
		if err != nil {
			return nil, err
		}
		in, stream, err := a.openApprovals(toAppend, args[0])
		if err != nil {
			return nil, err
		}
		decided, err := in.Deny(a.ctx, stream, who, reason)
		return a.decideApproval(in, stream, decided, err)
	})
	wordFlags(cmd, &as, &reason)
	return cmd
}

func (a *app) approvalRevoke() *cobra.Command {
	var as, reason, grant string
	cmd := a.verb("revoke APPROVAL", "decide", "Revoke what is granted and not used yet", exactly(1, "APPROVAL"), func(args []string) (document, error) {
		who, err := a.actor(as)
		if err != nil {
			return nil, err
		}
		var which domain.EventID
		if grant != "" {
			if which, err = domain.ParseEventID(grant); err != nil {
				return nil, err
			}
		}
		in, stream, err := a.openApprovals(toAppend, args[0])
		if err != nil {
			return nil, err
		}
		decided, err := in.Revoke(a.ctx, stream, which, who, reason)
		return a.decideApproval(in, stream, decided, err)
	})
	wordFlags(cmd, &as, &reason)
	cmd.Flags().StringVar(&grant, "grant", "", "only this grant, by its event (default: all)")
	return cmd
}

func (a *app) approvalDelegate() *cobra.Command {
	var from, to, reason string
	cmd := a.verb("delegate APPROVAL", "decide", "Delegate the use of a grant to an actor that the grant names", exactly(1, "APPROVAL"), func(args []string) (document, error) {
		if to == "" {
			return nil, usageError("delegate approval", args[0], "needs --to", "claw approval show names who may act")
		}
		both, err := a.actors([]string{from, to})
		if err != nil {
			return nil, err
		}
		in, stream, err := a.openApprovals(toAppend, args[0])
		if err != nil {
			return nil, err
		}
		decided, err := in.Delegate(a.ctx, stream, both[0], both[1], reason)
		return a.decideApproval(in, stream, decided, err)
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
