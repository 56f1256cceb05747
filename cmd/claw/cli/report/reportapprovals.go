package reportcmd

import (
	"maps"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/values"
	"github.com/clawable/claw/reports"
)

// approvals returns the requests of the window, and earlier ones that still wait. Where they
// cannot be judged, because the log is damaged, the section states that, and a warning states why.
func approvals(a *app.App, v *view.Views, after domain.Instant) reports.Approvals {
	found, err := judged(a, v, after)
	if err != nil {
		a.Warn("approvals", "which approvals there are cannot be told: "+app.Typed(err).Error())
		return reports.Approvals{Unknown: reports.WhyFailed}
	}
	return reports.Approvals{Items: found}
}

func judged(a *app.App, v *view.Views, after domain.Instant) (map[string]reports.Approval, error) {
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	rules, err := in.Rules(a.Ctx)
	if err != nil {
		return nil, err
	}
	asks, err := lookcmd.Asks(a, v)
	if err != nil {
		return nil, err
	}
	var f selection.Filter
	if after.Known() {
		f.Since = values.Time(after.UnixNano())
	}
	list, err := query.Approvals(v, f, selection.Page{Limit: 1 << 30})
	if err != nil {
		return nil, err
	}
	waits := map[domain.StreamID]bool{}
	for i := range asks {
		waits[asks[i].Approval] = true
	}
	found := map[string]reports.Approval{}
	for _, stream := range slices.AppendSeq(list.Approvals, maps.Keys(waits)) {
		one, err := in.Fold(a.Ctx, stream, rules)
		if domain.KindOf(err) == domain.ErrNotFound {
			continue // decisions about a request that is not in the log
		}
		if err != nil {
			return nil, err
		}
		row, err := rowOf(v, one, rules)
		if err != nil {
			return nil, err
		}
		row.Waits = waits[stream]
		found[stream.String()] = row
	}
	return found, nil
}

func rowOf(v *view.Views, one *approval.Approval, rules *approval.Rules) (reports.Approval, error) {
	r, s := one.Request, one.Standing(v.AsOf.Time(), rules.Signers.Now())
	row := reports.Approval{Status: string(s.Status), Class: r.Class, Action: approvaltext.ActionText(&r.Action), Requester: r.Requester,
		RequestedAt: r.ObservedAt, Evidence: []domain.EventID{r.Event}}
	if g := s.Grant; g != nil {
		row.Approver, row.Assurance = string(g.Approver), g.Assurance
		row.Evidence = append(row.Evidence, g.Event)
	}
	lanes, err := lookcmd.LanesOf(v, r)
	row.Lanes = lanes
	return row, err
}
