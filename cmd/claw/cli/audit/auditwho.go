package auditcmd

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store"
)

// whoFlags select acts.
type whoFlags struct {
	file, session, actor string
	since, until         string
	limit                int
	cursor               string
	dash                 int // arguments before --; -1 without one
}

func (f *whoFlags) paging(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.limit, "limit", view.DefaultLimit, "rows of a page")
	cmd.Flags().StringVar(&f.cursor, "cursor", "", "the next page: next_cursor of the page before")
}

func auditWho(a *app.App) *cobra.Command {
	var f whoFlags
	cmd := a.Verb("who [TEXT | -- ARGV...]", "look", "Find who did something, by command, file, session, actor or time", f.arguments, func(args []string) (app.Document, error) {
		return who(a, &f, args)
	})
	cmd.Long = `List every act that matches, the oldest first: tool calls that agents made, were refused or
requested, and requests for approvals. Each has the chain of who requested, granted, delegated and
performed it, with the events that say so; the decision of a policy; the evidence; and what speaks
against it: nobody requested it, denied, blocked, refused, expired, used without a grant.

TEXT is a part of the command, or with * ? [ a pattern of the whole command. A whole command follows
after --.`
	cmd.Example = "  claw audit who 'git push'\n  claw audit who --file main.go --since 7d\n  claw audit who -- git push origin main"
	flags := cmd.Flags()
	flags.StringVar(&f.file, "file", "", "only what names or wrote this file, its path or the end of it")
	flags.StringVar(&f.session, "session", "", "only in this session")
	flags.StringVar(&f.actor, "actor", "", "only what this actor took part in: agent:<session> or human:<name>")
	flags.StringVar(&f.since, "since", "", "requested at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	flags.StringVar(&f.until, "until", "", "requested before: a time, a day or an age")
	f.paging(cmd)
	return a.AsOf(cmd)
}

// arguments takes a text, or after -- a command.
func (f *whoFlags) arguments(cmd *cobra.Command, args []string) error {
	if f.dash = cmd.ArgsLenAtDash(); f.dash < 0 && len(args) <= 1 || f.dash == 0 {
		return nil
	}
	return app.UsageError("parse arguments", cmd.CommandPath(), "takes one TEXT, or after -- a command", "quote the text: claw audit who 'git push'")
}

func who(a *app.App, f *whoFlags, args []string) (app.Document, error) {
	filter, err := f.filter(a, args)
	if err != nil {
		return nil, err
	}
	d, page, err := audited(a, f)
	if err != nil {
		return nil, err
	}
	absent, err := d.views.AbsentOfActs(filter)
	if err != nil {
		return nil, err
	}
	view.WarnOfValues(a, absent)
	list, err := d.views.Acts(filter, page)
	if err != nil {
		return nil, err
	}
	doc := d.document("who")
	doc.Total, doc.Next = list.Total, list.Next
	doc.Acts, err = d.acts(list.Acts)
	return doc, err
}

// audited opens what an audit reads, for one page of it.
func audited(a *app.App, f *whoFlags) (*auditor, store.Page, error) {
	if f.limit < 1 || f.limit > 10_000 {
		return nil, store.Page{}, app.UsageError("parse arguments", "--limit "+strconv.Itoa(f.limit), "is not between 1 and 10000", "page on with --cursor")
	}
	d, err := newAuditor(a)
	return d, store.Page{Limit: f.limit, Cursor: f.cursor}, err
}

func (f *whoFlags) filter(a *app.App, args []string) (store.ActFilter, error) {
	filter := store.ActFilter{File: f.file, Session: domain.SessionID(f.session)}
	switch {
	case f.dash == 0:
		filter.Command = projections.Kept(projections.CommandText(args))
	case len(args) == 1:
		filter.Like = args[0]
	}
	if source, own := filter.Session.Split(); f.session != "" && (source == "" || own == "") {
		return filter, view.NoSession("--session " + f.session)
	}
	var err error
	if f.actor != "" {
		if filter.Actor, err = approvaltext.Actor(a, f.actor); err != nil {
			return filter, err
		}
	}
	if filter.Since, err = view.ParseSince(f.since, a.Now()); err != nil {
		return filter, err
	}
	filter.Until, err = view.ParseSince(f.until, a.Now())
	return filter, err
}

func auditSession(a *app.App) *cobra.Command {
	var f whoFlags
	cmd := a.Verb("session SESSION", "look", "Show what a session did, was refused and requested", app.Exactly(1, "SESSION"), func(args []string) (app.Document, error) {
		d, page, err := audited(a, &f)
		if err != nil {
			return nil, err
		}
		session, err := d.views.Session(args[0])
		if err != nil {
			return nil, err
		}
		return d.ofSession(store.ActFilter{Session: session.Session}, page)
	})
	f.paging(cmd)
	return a.AsOf(cmd)
}

// sessionStep is how many acts of a session are read at once.
const sessionStep = 1000

// ofSession is a page of a session's acts, and counts of all of them.
func (d *auditor) ofSession(filter store.ActFilter, page store.Page) (*AuditDocument, error) {
	doc := d.document("session")
	doc.Statuses, doc.Lacks = map[string]int{}, map[audit.Lack]int{}
	list, err := d.views.Acts(filter, page)
	if err != nil {
		return nil, err
	}
	doc.Total, doc.Next = list.Total, list.Next
	if doc.Acts, err = d.acts(list.Acts); err != nil {
		return nil, err
	}
	for step := (store.Page{Limit: sessionStep}); ; {
		part, err := d.views.Acts(filter, step)
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
