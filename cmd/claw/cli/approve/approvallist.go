package approvecmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// ApprovalsDocument is the answer of approval list.
type ApprovalsDocument struct {
	app.Head
	view.ReadAt
	Approvals []approvaltext.ApprovalRow `json:"approvals"`
	Total     int                        `json:"total"`
	Next      string                     `json:"next_cursor,omitzero"`
}

// listOptions are the flags of claw approval list.
type listOptions struct{ view.ListOptions }

func (o *listOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.Since, "since", "", "last event at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	states := approvaltext.ApprovalStates()
	f.Var(app.NewChoice(&o.State, states), "state", "only requests that are "+app.JoinWords(states))
	o.PageOptions.Flags(f)
	f.Lookup("cursor").Usage += "; not with --state"
}

func (o *listOptions) check() error {
	if o.State != "" && o.Cursor != "" {
		return app.UsageError("parse arguments", "--cursor "+o.Cursor, "does not go with --state", "a list of one state has no pages: --limit")
	}
	return nil
}

func approvalList(a *app.App) *cobra.Command {
	var o listOptions
	cmd := a.Verb("list", "look", "List requests, the newest first", app.NoArgs,
		func([]string) (app.Document, error) { return listApprovals(a, o) })
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func listApprovals(a *app.App, o listOptions) (app.Document, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	v, filter, page, err := o.Asked(a)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	rules, err := in.Rules(a.Ctx)
	if err == nil {
		err = approvaltext.WarnClock(a, in, rules)
	}
	if err != nil {
		return nil, err
	}
	d := &ApprovalsDocument{Head: app.HeadOf("approvals"), ReadAt: v.ReadAt(), Approvals: []approvaltext.ApprovalRow{}}
	if o.State != "" {
		return d, ofState(a, d, v, in, rules, filter, page.Limit)
	}
	list, err := query.Approvals(v, filter, page)
	if err != nil {
		return nil, err
	}
	d.Total, d.Next = list.Total, list.Next
	d.Approvals, err = approvalRows(a, list.Approvals, in, rules, v.AsOf)
	return d, err
}

// ofState lists the requests of one state. It folds every request, because the state depends on
// the signers and on the time.
func ofState(a *app.App, d *ApprovalsDocument, v *view.Views, in *approve.Approvals, rules *approval.Rules, filter selection.Filter, limit int) error {
	const step = 1000
	for page := (selection.Page{Limit: step}); ; {
		list, err := query.Approvals(v, filter, page)
		if err != nil {
			return err
		}
		rows, err := approvalRows(a, list.Approvals, in, rules, v.AsOf)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if string(row.Status) != filter.State {
				continue
			}
			if d.Total++; d.Total <= limit {
				d.Approvals = append(d.Approvals, row)
			}
		}
		if page.Cursor = list.Next; list.Next == "" {
			return nil
		}
	}
}

// approvalRows are the rows of requests; streams without a request are left out.
func approvalRows(a *app.App, streams []domain.StreamID, in *approve.Approvals, rules *approval.Rules, at domain.Instant) ([]approvaltext.ApprovalRow, error) {
	rows := []approvaltext.ApprovalRow{}
	for _, stream := range streams {
		one, err := in.Fold(a.Ctx, stream, rules)
		if err != nil && app.Typed(err).Kind == domain.ErrNotFound {
			a.Warn("no_request", stream.String()+" holds decisions about a request that is not in the log")
			continue
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, approvaltext.RowOf(one, rules, at))
	}
	return rows, nil
}

func (d *ApprovalsDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Approvals))
	for i := range d.Approvals {
		r := &d.Approvals[i]
		rows = append(rows, []term.Cell{term.Styled(r.Approval.ULID.String(), term.StyleDim), term.Styled(r.StatusText(), approvaltext.ApprovalStyle(r.Status)),
			term.Plain(string(r.Assurance)), term.Plain(string(r.Requester)), term.Plain(term.Age(p.Now, r.RequestedAt.Time())), term.Plain(approvaltext.ActionText(&r.Action))})
	}
	p.Table([]term.Column{{Name: "APPROVAL"}, {Name: "STATUS", Least: 16}, {Name: "ASSURANCE", Rank: 4}, {Name: "ASKED BY", Least: 12, Rank: 3},
		{Name: "AGO", Rank: 2}, {Name: "ACTION", Least: 16}}, rows)
	view.More(p, len(d.Approvals), d.Total, d.Next)
}
