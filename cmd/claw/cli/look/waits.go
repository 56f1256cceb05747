package lookcmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
)

// byLane are the requests of each lane.
func byLane(all []query.Asked) query.Asks {
	by := query.Asks{}
	for _, one := range all {
		for _, lane := range one.Lanes {
			by[lane] = append(by[lane], one)
		}
	}
	return by
}

// Asks lists the requests that wait for an approver as of the time of reading, the newest first.
// It reads the log only where a request is open. Where the log is damaged, the signers are unknown:
// no request is listed then, and a warning says so.
func Asks(a *app.App, v *view.Views) (all []query.Asked, err error) {
	open, err := query.OpenRequests(v)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	rules, err := in.Rules(a.Ctx)
	for i := 0; err == nil && i < len(open); i++ {
		var one *approval.Approval
		if one, err = in.Fold(a.Ctx, open[i], rules); err == nil && isWaiting(one, rules, v.AsOf) {
			ask := askOf(one, rules, v.AsOf)
			ask.Lanes, err = LanesOf(v, one.Request)
			all = append(all, ask)
		} else if domain.KindOf(err) == domain.ErrNotFound {
			err = nil // decisions about a request that is not in the log
		}
	}
	if err != nil && errors.Is(err, eventlog.ErrCorrupt) {
		a.Warn("approvals", "which approvals wait cannot be told: "+app.Typed(err).Error())
		return nil, nil
	}
	return all, err
}

// warnOfLaneless warns of requests by agents in sessions that have no lane, which therefore appear on no row: a
// session that claw began to record while it ran has none before its next prompt.
func warnOfLaneless(a *app.App, all []query.Asked) {
	for i := range all {
		if one := &all[i]; len(one.Lanes) == 0 && strings.HasPrefix(string(one.Requester), "agent:") {
			a.Warn("approvals", "an approval waits that is of no lane yet: "+one.Action+"; to let it through: "+app.NextStep(a, one.Grant))
		}
	}
}

// isWaiting reports whether a person can grant a request now, and it has not been granted.
func isWaiting(one *approval.Approval, rules *approval.Rules, at domain.Instant) bool {
	until := one.Request.Scope.Until
	if until.Known() && at.Known() && until.Time().Before(at.Time()) {
		return false
	}
	s := one.Standing(at.Time(), rules.Signers.Now()).Status
	return s == approval.Pending || s == approval.Void
}

func askOf(one *approval.Approval, rules *approval.Rules, at domain.Instant) query.Asked {
	r := one.Request
	return query.Asked{Approval: one.Stream, Request: r.Event, Status: string(one.Standing(at.Time(), rules.Signers.Now()).Status), Class: r.Class,
		Action: approvaltext.ActionText(&r.Action), Requester: r.Requester, RequestedAt: domain.At(r.RecordedAt), Grant: "claw approval grant " + one.Stream.String()}
}

// LanesOf are the lanes whose work a request is about: that of the requesting session, and for a
// ship those of its commits.
func LanesOf(v *view.Views, r *approval.Request) (lanes []domain.LaneID, err error) {
	if session, ok := strings.CutPrefix(string(r.Requester), "agent:"); ok {
		lane, err := query.LaneOf(v, domain.SessionID(session))
		if err != nil {
			return nil, err
		}
		lanes = append(lanes, lane)
	}
	if r.Class == domain.ActionShip && r.Action.Head != "" {
		of, err := query.Ship(v, shipOf(r).String())
		if err != nil && domain.KindOf(err) != domain.ErrNotFound {
			return nil, err
		}
		lanes = append(lanes, of.Selected.Says.Intent.Lanes...)
		for _, c := range of.Selected.Says.Commits {
			if c.Role != domain.CommitRider {
				lanes = append(lanes, c.Lane)
			}
		}
	}
	lanes = slices.DeleteFunc(lanes, func(l domain.LaneID) bool { return l == "" })
	slices.Sort(lanes)
	return slices.Compact(lanes), nil
}

// shipOf is the ship that a request is about, by its ref and its commits.
func shipOf(r *approval.Request) domain.StreamID {
	old := r.Action.Base
	if old == "" {
		old = domain.CommitID(strings.Repeat("0", len(r.Action.Head)))
	}
	return ship.Move{Repo: r.Scope.Repo, Ref: r.Scope.Ref, Old: old, New: r.Action.Head}.Stream()
}

// WaitsText counts, for a cell, the requests and blocked calls of a lane: "1 approval, 2 blocked".
func WaitsText(w *query.Waits) string {
	if w == nil {
		return ""
	}
	var parts []string
	if n := len(w.Approvals); n > 0 {
		parts = append(parts, term.Many(n, "approval"))
	}
	if w.HeldTotal > 0 {
		parts = append(parts, term.Count(w.HeldTotal)+" blocked")
	}
	return strings.Join(parts, ", ")
}

// AllWaits are the requests and blocked calls of the whole log, nil for none.
func AllWaits(a *app.App, v *view.Views) (*query.Waits, error) {
	asks, err := Asks(a, v)
	if err != nil {
		return nil, err
	}
	w := &query.Waits{Approvals: asks}
	if w.Held, w.HeldTotal, err = query.HeldCalls(v); err != nil || len(asks)+w.HeldTotal == 0 {
		return nil, err
	}
	return w, nil
}

// mostAsks is how many requests are written out beside another answer.
const mostAsks = 3

// WriteAsks writes the requests that wait, with the command line that grants each.
func WriteAsks(p *term.Page, all []query.Asked) {
	for i := range all[:min(len(all), mostAsks)] {
		one := &all[i]
		p.Styled(term.StyleYellow, "waits: "+one.Action)
		p.Line("  asked by %s %s; to let it through: %s", one.Requester, term.Age(p.Now, one.RequestedAt.Time()), app.Next(p, one.Grant))
	}
	if n := len(all) - mostAsks; n > 0 {
		p.Line("%d more wait: %s", n, app.Next(p, "claw approval list --state pending"))
	}
}

// writeWaits writes the requests and blocked calls of a lane.
func writeWaits(p *term.Page, w *query.Waits) {
	if w == nil {
		return
	}
	for i := range w.Approvals {
		one := &w.Approvals[i]
		p.Field("waits", term.StyleYellow, "%s; to let it through: %s", one.Action, app.Next(p, one.Grant))
	}
	for i := range w.Held {
		p.Field("blocked", term.StyleYellow, "%s", heldText(p, &w.Held[i]))
	}
	if n := w.HeldTotal - len(w.Held); n > 0 {
		p.Field("", term.StylePlain, "and %d more: %s", n, app.Next(p, "claw log read --kind policy.action_blocked"))
	}
}

// heldText describes a call that a policy blocked: by which rule, and what allows it.
func heldText(p *term.Page, h *query.HeldCall) string {
	text := app.FirstOf(h.Command, h.Tool, "a call") + ", by rule " + h.Rule
	switch {
	case h.Approval != "":
		return text + "; to let it through: " + app.Next(p, "claw approval grant "+h.Approval)
	case h.Next != "":
		return text + "; instead: " + strings.ReplaceAll(string(h.Next), "_", " ")
	}
	return text
}
