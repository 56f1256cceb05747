package audit

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/projections/tools"
)

// Lack is a closed list of what speaks against an act, or what it lacks.
type Lack string

// The lacks.
const (
	NotAsked         Lack = "not_asked"          // it was done, and no approval was requested
	Unanswered       Lack = "unanswered"         // an approval was requested, and neither granted nor denied yet
	TimedOut         Lack = "timed_out"          // an approval was requested, and not answered while it could be used
	Denied           Lack = "denied"             // an approval was requested, and denied
	BlockedByPolicy  Lack = "blocked_by_policy"  // a rule held it back
	CallDenied       Lack = "call_denied"        // the agent's own rules, its user or a hook did not allow it
	CallTimedOut     Lack = "call_timed_out"     // it was given up after its time
	CallCanceled     Lack = "call_canceled"      // it was stopped
	ExpiredUnused    Lack = "expired_unused"     // a grant's time is over with uses left
	Revoked          Lack = "revoked"            // a grant was taken back
	GrantRefused     Lack = "grant_refused"      // a grant was offered that does not count
	VoidGrant        Lack = "void_grant"         // a grant is in the log that does not count
	VoidDelegation   Lack = "void_delegation"    // a delegation is in the log that does not count
	UseRefused       Lack = "use_refused"        // a use was tried that does not count
	UsedWithoutGrant Lack = "used_without_grant" // it was done though no grant let it through
	ResultUnknown    Lack = "result_unknown"     // a use is spent and no result is recorded
	RequestRefused   Lack = "request_refused"    // a second request in the place of one
	FilesChanged     Lack = "files_changed"      // a use counts, of a command whose files were not as they were when it was asked for
)

// Enum lists the values.
func (Lack) Enum() []string {
	all := []Lack{NotAsked, Unanswered, TimedOut, Denied, BlockedByPolicy, CallDenied, CallTimedOut, CallCanceled, ExpiredUnused, Revoked,
		GrantRefused, VoidGrant, VoidDelegation, UseRefused, UsedWithoutGrant, ResultUnknown, RequestRefused, FilesChanged}
	out := make([]string, len(all))
	for i, l := range all {
		out[i] = string(l)
	}
	return out
}

// Negative is evidence of something that is missing, was refused or did not count.
type Negative struct {
	Lack    Lack                   `json:"lack"`
	Event   domain.EventID         `json:"event,omitzero"` // that says so; absent where nothing is the evidence
	By      string                 `json:"by,omitzero"`    // who said no or tried, as far as the event says: a claim
	Refusal domain.ApprovalRefusal `json:"refusal,omitzero"`
	Rule    string                 `json:"rule,omitzero"` // of a policy
	Next    domain.NextPath        `json:"next,omitzero"` // what to do instead
	Reason  string                 `json:"reason,omitzero"`
	Left    int                    `json:"left,omitzero"` // uses that were not made
}

// callNegative is what speaks against a call itself.
func callNegative(t *tools.Tool, answers []Judged) (out []Negative) {
	held := false
	for _, r := range t.Rulings {
		if r.Blocked {
			out = append(out, Negative{Lack: BlockedByPolicy, Event: r.ID, Refusal: domain.ApprovalRefusal(r.Refusal), Rule: r.Rule, Next: r.Next})
			held = true
		}
	}
	if end := t.End; end != nil {
		lack := map[tools.Status]Lack{tools.Denied: CallDenied, tools.TimedOut: CallTimedOut, tools.Canceled: CallCanceled}[end.Status]
		if lack != "" {
			out = append(out, Negative{Lack: lack, Event: end.ID, By: end.By})
		}
	}
	switch {
	case !ran(t):
	case held && len(uses(t)) == 0:
		out = append(out, Negative{Lack: UsedWithoutGrant, Event: cameBack(t), By: "agent:" + string(t.Sessions.Owner().Session)})
	case len(t.Rulings) == 0 && len(answers) == 0:
		out = append(out, Negative{Lack: NotAsked})
	}
	return out
}

// requestNegative is what speaks against a request and its uses.
func requestNegative(j *Judged) []Negative {
	out := unanswered(j)
	if w := j.Denied; w != nil {
		out = append(out, Negative{Lack: Denied, Event: w.Event, By: string(w.By), Reason: w.Reason})
	}
	for i := range j.Grants {
		out = append(out, grantNegative(&j.Grants[i], j)...)
	}
	for i := range j.Revoked {
		w := &j.Revoked[i]
		out = append(out, Negative{Lack: Revoked, Event: w.Event, By: string(w.By), Reason: w.Reason})
	}
	for i := range j.Delegations {
		if d := &j.Delegations[i]; d.Void != "" {
			out = append(out, Negative{Lack: VoidDelegation, Event: d.Event, By: string(d.From), Refusal: d.Void})
		}
	}
	for i := range j.Uses {
		switch u := &j.Uses[i]; {
		case u.Void != "":
			out = append(out, Negative{Lack: UsedWithoutGrant, Event: u.Event, By: string(u.Executor), Refusal: u.Void})
		case u.Result.IsZero():
			out = append(out, Negative{Lack: ResultUnknown, Event: u.Event, By: string(u.Executor)})
		}
		out = append(out, filesChanged(&j.Uses[i])...)
	}
	for _, r := range j.Refusals {
		out = append(out, Negative{Lack: refused(r.Kind), Event: r.Event, By: string(r.By), Refusal: r.Reason})
	}
	return out
}

// filesChanged names the files of a use that counts and that were not as they were.
func filesChanged(u *approval.Use) []Negative {
	if u.Void != "" || len(u.Changed) == 0 {
		return nil
	}
	says := make([]string, len(u.Changed))
	for i := range u.Changed {
		says[i] = u.Changed[i].String()
	}
	return []Negative{{Lack: FilesChanged, Event: u.Event, By: string(u.Executor), Reason: strings.Join(says, "; ")}}
}

// unanswered is the lack of any answer to a request.
func unanswered(j *Judged) []Negative {
	if j.Denied != nil || len(j.Grants) > 0 {
		return []Negative{}
	}
	lack := Unanswered
	if until := j.Request.Scope.Until; until.Known() && j.At.After(until.Time()) {
		lack = TimedOut
	}
	return []Negative{{Lack: lack, Event: j.Request.Event}}
}

// grantNegative is what speaks against a grant, at the time of reading.
func grantNegative(g *approval.Grant, j *Judged) []Negative {
	left := g.Statement.Uses - g.Spent
	switch {
	case g.Void != "":
		return []Negative{{Lack: VoidGrant, Event: g.Event, By: string(g.Approver), Refusal: g.Void}}
	case !g.Revoked && left > 0 && j.At.After(g.Until):
		return []Negative{{Lack: ExpiredUnused, Event: g.Event, By: string(g.Approver), Left: left}}
	case !g.Revoked && left > 0 && j.Signers.Find(g.Key) == nil: // its signer left
		return []Negative{{Lack: VoidGrant, Event: g.Event, By: string(g.Approver), Refusal: domain.RefusedSignerUnknown, Left: left}}
	}
	return nil
}

func refused(kind domain.Kind) Lack {
	switch kind {
	case domain.KindApprovalGrantRefused:
		return GrantRefused
	case domain.KindApprovalUseRefused:
		return UseRefused
	}
	return RequestRefused
}
