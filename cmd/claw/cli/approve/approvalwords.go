package approvecmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/domain"
)

// decisionOptions are the flags of every verb that decides without a signature, and those of claw
// approval deny.
type decisionOptions struct {
	as     string // an actor; "" is this person
	reason string
}

func (o *decisionOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.as, "as", "", "who says so: agent:<session> or human:<name> (default: you)")
	f.StringVar(&o.reason, "reason", "", "why, in a few words")
}

func approvalDeny(a *app.App) *cobra.Command {
	var o decisionOptions
	cmd := a.Verb("deny APPROVAL", "decide", "Deny a request for good", app.Exactly(1, "APPROVAL"),
		func(args []string) (app.Document, error) { return deny(a, o, args[0]) })
	o.flags(cmd.Flags())
	return cmd
}

func deny(a *app.App, o decisionOptions, id string) (app.Document, error) {
	who, err := approvaltext.Actor(a, o.as)
	if err != nil {
		return nil, err
	}
	in, stream, err := approvaltext.OpenApprovals(a, app.ToAppend, id)
	if err != nil {
		return nil, err
	}
	decided, err := in.Deny(a.Ctx, stream, who, o.reason)
	return decideApproval(a, in, stream, decided, err)
}

// revokeOptions are the flags of claw approval revoke.
type revokeOptions struct {
	decisionOptions
	grant string // the id of an event; "" is every grant
}

func (o *revokeOptions) flags(f *pflag.FlagSet) {
	o.decisionOptions.flags(f)
	f.StringVar(&o.grant, "grant", "", "only this grant, by its event (default: all)")
}

func approvalRevoke(a *app.App) *cobra.Command {
	var o revokeOptions
	cmd := a.Verb("revoke APPROVAL", "decide", "Revoke what is granted and not used yet", app.Exactly(1, "APPROVAL"),
		func(args []string) (app.Document, error) { return revoke(a, o, args[0]) })
	o.flags(cmd.Flags())
	return cmd
}

func revoke(a *app.App, o revokeOptions, id string) (app.Document, error) {
	who, err := approvaltext.Actor(a, o.as)
	if err != nil {
		return nil, err
	}
	var which domain.EventID
	if o.grant != "" {
		if which, err = domain.ParseEventID(o.grant); err != nil {
			return nil, err
		}
	}
	in, stream, err := approvaltext.OpenApprovals(a, app.ToAppend, id)
	if err != nil {
		return nil, err
	}
	decided, err := in.Revoke(a.Ctx, stream, which, who, o.reason)
	return decideApproval(a, in, stream, decided, err)
}

// delegateOptions are the flags of claw approval delegate.
type delegateOptions struct {
	decisionOptions
	to string // an actor; needed
}

func (o *delegateOptions) flags(f *pflag.FlagSet) {
	o.decisionOptions.flags(f)
	f.StringVar(&o.to, "to", "", "who is to act: agent:<session> or human:<name>")
}

func approvalDelegate(a *app.App) *cobra.Command {
	var o delegateOptions
	cmd := a.Verb("delegate APPROVAL", "decide", "Delegate the use of a grant to an actor that the grant names", app.Exactly(1, "APPROVAL"),
		func(args []string) (app.Document, error) { return delegate(a, o, args[0]) })
	o.flags(cmd.Flags())
	return cmd
}

func delegate(a *app.App, o delegateOptions, id string) (app.Document, error) {
	if o.to == "" {
		return nil, app.UsageError("delegate approval", id, "needs --to", "claw approval show names who may act")
	}
	both, err := approvaltext.Actors(a, []string{o.as, o.to})
	if err != nil {
		return nil, err
	}
	in, stream, err := approvaltext.OpenApprovals(a, app.ToAppend, id)
	if err != nil {
		return nil, err
	}
	decided, err := in.Delegate(a.Ctx, stream, both[0], both[1], o.reason)
	return decideApproval(a, in, stream, decided, err)
}
