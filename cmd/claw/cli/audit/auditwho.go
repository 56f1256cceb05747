package auditcmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/tools"
)

// whoOptions are the flags of claw audit who. An empty value selects all acts.
type whoOptions struct {
	view.PageOptions
	file    string // a path or the end of one
	session string // an id or the beginning of one
	actor   string // agent:<session> or human:<name>
	since   string // a time (RFC 3339), a day, or an age such as 36h or 7d
	until   string // as since, exclusive
	command bool   // the arguments are a whole command, behind --
}

func (o *whoOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.file, "file", "", "only what names or wrote this file, its path or the end of it")
	f.StringVar(&o.session, "session", "", "only in this session, its id or a beginning of it")
	f.StringVar(&o.actor, "actor", "", "only what this actor took part in: agent:<session> or human:<name>")
	f.StringVar(&o.since, "since", "", "requested at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.StringVar(&o.until, "until", "", "requested before: a time, a day or an age")
	o.Flags(f)
}

func auditWho(a *app.App) *cobra.Command {
	var o whoOptions
	cmd := a.Verb("who [TEXT | -- ARGV...]", "look", "Find who did something, by command, file, session, actor or time", o.arguments,
		func(args []string) (app.Document, error) { return who(a, o, args) })
	cmd.Long = `List every act that matches, the oldest first: tool calls that agents made, were refused or
requested, and requests for approvals. Each has the chain of who requested, granted, delegated and
performed it, with the events that say so; the decision of a policy; the evidence; and what speaks
against it: nobody requested it, denied, blocked, refused, expired, used without a grant.

TEXT is a part of the command, or with * ? [ a pattern of the whole command. A whole command follows
after --.`
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

// arguments takes a text, or after -- a command, and sets o.command.
func (o *whoOptions) arguments(cmd *cobra.Command, args []string) error {
	dash := cmd.ArgsLenAtDash()
	if o.command = dash == 0; o.command || dash < 0 && len(args) <= 1 {
		return nil
	}
	return app.UsageError("parse arguments", cmd.CommandPath(), "takes one TEXT, or after -- a command", "quote the text: claw audit who 'git push'")
}

func who(a *app.App, o whoOptions, args []string) (app.Document, error) {
	page, err := o.Page()
	if err != nil {
		return nil, err
	}
	d, err := newAuditor(a)
	if err != nil {
		return nil, err
	}
	filter, err := o.filter(d, args)
	if err != nil {
		return nil, err
	}
	absent, err := query.AbsentOfActs(d.views, filter)
	if err != nil {
		return nil, err
	}
	view.WarnOfValues(a, absent)
	list, err := query.Acts(d.views, filter, page)
	if err != nil {
		return nil, err
	}
	doc := d.document("who")
	doc.Total, doc.Next = list.Total, list.Next
	doc.Acts, err = d.acts(list.Acts)
	return doc, err
}

// filter is the filter of the read model that the flags and the arguments describe.
func (o *whoOptions) filter(d *auditor, args []string) (filter query.ActFilter, err error) {
	filter = query.ActFilter{File: o.file}
	switch {
	case o.command:
		filter.Command = tools.Kept(calls.CommandText(args))
	case len(args) == 1:
		filter.Like = args[0]
	}
	if filter.Session, err = d.views.Session(o.session); err != nil {
		return filter, err
	}
	if o.actor != "" {
		if filter.Actor, err = approvaltext.Actor(d.App, o.actor); err != nil {
			return filter, err
		}
	}
	if filter.Since, err = view.ParseSince(o.since, d.App.Now()); err != nil {
		return filter, err
	}
	filter.Until, err = view.ParseSince(o.until, d.App.Now())
	return filter, err
}

func auditSession(a *app.App) *cobra.Command {
	var o view.PageOptions
	cmd := a.Verb("session SESSION", "look", "Show what a session did, was refused and requested", app.Exactly(1, "SESSION"),
		func(args []string) (app.Document, error) { return actsOfSession(a, o, args[0]) })
	o.Flags(cmd.Flags())
	return a.AsOf(cmd)
}

func actsOfSession(a *app.App, o view.PageOptions, id string) (app.Document, error) {
	page, err := o.Page()
	if err != nil {
		return nil, err
	}
	d, err := newAuditor(a)
	if err != nil {
		return nil, err
	}
	session, err := query.Session(d.views, id)
	if err != nil {
		return nil, err
	}
	return d.ofSession(query.ActFilter{Session: session.Session}, page)
}

// sessionStep is how many acts of a session are read at once.
const sessionStep = 1000

// ofSession is a page of a session's acts, and counts of all of them.
func (d *auditor) ofSession(filter query.ActFilter, page selection.Page) (*AuditDocument, error) {
	doc := d.document("session")
	doc.Statuses, doc.Lacks = map[string]int{}, map[audit.Lack]int{}
	list, err := query.Acts(d.views, filter, page)
	if err != nil {
		return nil, err
	}
	doc.Total, doc.Next = list.Total, list.Next
	if doc.Acts, err = d.acts(list.Acts); err != nil {
		return nil, err
	}
	for step := (selection.Page{Limit: sessionStep}); ; {
		part, err := query.Acts(d.views, filter, step)
		if err != nil {
			return nil, err
		}
		acts, err := d.acts(part.Acts)
		if err != nil {
			return nil, err
		}
		for i := range acts {
			doc.Statuses[acts[i].Status]++
			for _, n := range acts[i].Negative {
				doc.Lacks[n.Lack]++
			}
		}
		if step.Cursor = part.Next; part.Next == "" {
			return doc, nil
		}
	}
}
