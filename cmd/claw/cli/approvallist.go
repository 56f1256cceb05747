package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections/store"
)

// approvalsDocument is the answer of approval list.
type approvalsDocument struct {
	Head
	reading
	Approvals []approvalRow `json:"approvals"`
	Total     int           `json:"total"`
	Next      string        `json:"next_cursor,omitzero"`
}

func (a *app) approvalList() *cobra.Command {
	l := listing{only: "requests that are", states: approvalStates()}
	cmd := a.verb("list", "look", "All requests, the newest first", noArgs, func([]string) (document, error) { return a.listApprovals(&l) })
	f := cmd.Flags()
	f.StringVar(&l.since, "since", "", "last heard of at or after: a time (RFC 3339), a day, or an age such as 36h or 7d")
	f.Var(choice{&l.state, l.states}, "state", "only "+l.only+" "+joinWords(l.states))
	f.IntVar(&l.limit, "limit", defaultLimit, "rows of a page")
	f.StringVar(&l.cursor, "cursor", "", "the next page: next_cursor of the page before; not with --state")
	return a.asOf(cmd)
}

func (a *app) listApprovals(l *listing) (document, error) {
	if l.state != "" && l.cursor != "" {
		return nil, usageError("parse arguments", "--cursor "+l.cursor, "does not go with --state", "a list of one state has no pages: --limit")
	}
	v, filter, page, err := l.asked(a)
	if err != nil {
		return nil, err
	}
	log, _, err := a.openLog(toRead)
	if err != nil {
		return nil, err
	}
	in := a.approvals(log)
	rules, err := in.Rules(a.ctx)
	if err == nil {
		err = a.warnClock(in, rules)
	}
	if err != nil {
		return nil, err
	}
	d := &approvalsDocument{Head: headOf("approvals"), reading: v.reading(), Approvals: []approvalRow{}}
	if l.state != "" {
		return d, a.ofState(d, v, in, rules, filter, page.Limit)
	}
	list, err := v.Approvals(filter, page)
	if err != nil {
		return nil, err
	}
	d.Total, d.Next = list.Total, list.Next
	d.Approvals, err = a.approvalRows(list.Approvals, in, rules, v.asOf)
	return d, err
}

// ofState looks at every request, for what it is depends on who may sign and on the time.
func (a *app) ofState(d *approvalsDocument, v *views, in *approve.Approvals, rules *approval.Rules, filter store.Filter, limit int) error {
	const step = 1000
	for page := (store.Page{Limit: step}); ; {
		list, err := v.Approvals(filter, page)
		if err != nil {
			return err
		}
		rows, err := a.approvalRows(list.Approvals, in, rules, v.asOf)
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

// approvalRows leaves out streams in which nobody asks for anything.
func (a *app) approvalRows(streams []domain.StreamID, in *approve.Approvals, rules *approval.Rules, at domain.Instant) ([]approvalRow, error) {
	rows := []approvalRow{}
	for _, stream := range streams {
		one, err := in.Fold(a.ctx, stream, rules)
		if err != nil && typed(err).Kind == domain.ErrNotFound {
			a.warn("no_request", stream.String()+" holds decisions about a request that is not in the log")
			continue
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, a.approvalRow(one, rules, at))
	}
	return rows, nil
}

func (d *approvalsDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.Approvals))
	for i := range d.Approvals {
		r := &d.Approvals[i]
		rows = append(rows, []cell{{r.Approval.ULID.String(), styleDim}, {r.statusText(), approvalStyle(r.Status)},
			plain(string(r.Assurance)), plain(string(r.Requester)), plain(age(p.now, r.RequestedAt.Time())), plain(actionText(&r.Action))})
	}
	p.table([]column{{name: "APPROVAL"}, {name: "STATUS", least: 16}, {name: "ASSURANCE", rank: 4}, {name: "ASKED BY", least: 12, rank: 3},
		{name: "AGO", rank: 2}, {name: "ACTION", least: 16}}, rows)
	p.more(len(d.Approvals), d.Total, d.Next)
}
