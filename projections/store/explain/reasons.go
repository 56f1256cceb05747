package explain

import (
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/tools"
	"github.com/clawable/claw/projections/values"
)

// Reason names what decided a derived value: a rule, in words too, and events.
type Reason struct {
	Rule   string
	Says   string
	Events []domain.EventID // sorted
}

// Reasons are by the names of the fields that they explain.
type Reasons map[string]Reason

// says is what a rule says of what rows derive beside the outcome rule, "" for one of that.
func says(rule string) string {
	switch rule {
	case "row.identity":
		return "What stands of the field in the session, of a lane in its oldest root session: of one emitter the last word, " +
			"between emitters the highest trust, then the latest; a value before a reason for not knowing."
	case "row.agent":
		return "What the session states, of a lane its oldest root session; else the source in the session's id."
	case "row.repo":
		return "What the session's events are about, else the URL that its creation states; of a lane, in its oldest root session."
	case "row.branch":
		return "What the session states, else what its events are about; of a lane, in its oldest root session."
	case "row.opening":
		return "The first real words that a person wrote; of a lane, in its oldest root session."
	case "row.turns":
		return "A turn has the status of the end that stands; withdrawn, when it was taken back; end_not_recorded, when " +
			"its emitter started a later one; else open. Of a lane those of its root sessions count."
	case "row.tool_calls":
		return "Each call counts once, for the session that recorded it first, by the status that stands: an end before " +
			"no end, and of ends the one that says more."
	case "row.errors":
		return "Tool calls that failed, were denied or ran out of time, and failures of turns, providers, workers and servers."
	case "row.ships":
		return "The ships that name the lane, or that brought or stand for a commit that came of its sessions."
	case "row.first":
		return "The least observed_at of all events of the session, of a lane of its sessions."
	case "row.last":
		return "The latest observed_at of all events of the session."
	case "row.usage":
		return "Each response counts once, by the greatest of its records, for the session that recorded it first."
	case "row.proof":
		return "The outcome, and what calls show of the work, in words."
	case "row.cost":
		return "The sum of what its responses cost: as their recordings state it, else by the prices in use."
	case "row.messages":
		return "Each message counts once, by the least role that is stated, for the session that recorded it first."
	case "row.compactions":
		return "Compactions that were told; what a hook and a transcript both tell counts once."
	case "row.resumes":
		return "Resumes that were told; what a hook and a transcript both tell counts once."
	case "row.clears":
		return "Times that the conversation was cleared; what a hook and a transcript both tell counts once."
	case "row.recorded":
		return "imported, when an event came from a recording; live, when one came as it happened: the first of each."
	case "row.models":
		return "Models that the session, its turns and the responses that count for it name."
	case "row.work":
		return "What calls of the session committed, pushed or proposed, as git and the programs of the forge printed it, of medium " +
			"trust at least; of pull requests also the one that its agent recorded."
	case "row.ended":
		return "How the agent itself recorded the end."
	case "session.state":
		return "ended: the agent recorded the end and started no turn after it; a subagent is over with its parent. Else working: a turn is open. Else idle."
	case "board.approval":
		return "A request for an approval waits, and nobody put the lane away: a person has to answer."
	case "board.advice":
		return "A function of state, outcome, disposition, subphase, failure class, freshness, of whether calls show that something " +
			"was written, and of how long what waits for a person was silent."
	}
	return ""
}

// add names the rule of a field, of rows or of the outcome, and its events, which it keeps.
func (b Reasons) add(field, rule string, events ...domain.EventID) {
	slices.SortFunc(events, domain.EventID.Compare)
	words := says(rule)
	if words == "" {
		words = lane.Rule(rule).Says()
	}
	b[field] = Reason{rule, words, slices.Compact(events)}
}

// said names the event of the value of a field that is in force, if one was recorded.
func (b Reasons) said(field, rule string, said *values.Said) {
	if said != nil {
		b.add(field, rule, said.ID)
	}
}

// outcome takes over the reasons of an outcome.
func (b Reasons) outcome(o *lane.Outcome) {
	for field, because := range o.Because {
		b[field] = Reason{string(because.Rule), because.Rule.Says(), because.Events}
	}
	if o.Scope.Owner != "" { // members of rows, out of one of the outcome
		b["owner"] = b["scope"]
	}
	if o.Stated.Purpose != "" {
		b["purpose"] = b["stated"]
	}
}

// asked explains the advice on a lane of which requests wait.
func (b Reasons) asked(o *lane.Outcome, asks []query.Asked) {
	if len(asks) == 0 || o.Disposition != "" {
		return
	}
	var requests []domain.EventID
	for i := range asks {
		requests = append(requests, asks[i].Request)
	}
	for _, field := range []string{"group", "urgency", "blocker", "next"} {
		b.add(field, "board.approval", slices.Clone(requests)...)
	}
}

// identity explains what a session is known by.
func (b Reasons) identity(e *sessions.Session) {
	for _, field := range []string{sessions.FieldTitle, sessions.FieldWorkspace} {
		b.add(field, "row.identity")
		b.said(field, "row.identity", e.Field(field))
	}
	b.add("agent", "row.agent", firsts(*e)...)
	b.said("agent", "row.agent", e.Field("agent"))
	b.said("repo", "row.repo", tables.RepoOf(e))
	b.said("branch", "row.branch", tables.BranchOf(e))
	if !e.Opening.IsZero() {
		b.add("opening", "row.opening", e.Opening.ID)
	}
}

// firsts are the first events of sessions: what their ids say is known by them.
func firsts(sessions ...sessions.Session) (events []domain.EventID) {
	for i := range sessions {
		if first := sessions[i].First; !first.IsZero() {
			events = append(events, first.ID)
		}
	}
	return events
}

// unbound names the first events of sessions as the reason for a field that no event
// decided.
func (b Reasons) unbound(field string, sessions ...sessions.Session) {
	if because, ok := b[field]; ok && len(because.Events) == 0 {
		b.add(field, because.Rule, firsts(sessions...)...)
	}
}

// turns explains the turns of sessions.
func (b Reasons) turns(sessions []sessions.Session) {
	var events []domain.EventID
	for i := range sessions {
		for _, t := range sessions[i].TurnStandings() {
			events = append(events, t.Because...)
		}
	}
	b.add("turns", "row.turns", events...)
}

// counted explains what is counted for sessions; the condition is on the session.
func counted(s selection.Reader, b Reasons, condition string, args ...any) error {
	var calls, failed []domain.EventID
	err := s.Read("SELECT key, state FROM tools WHERE "+condition, args, func(stmt *sqlite.Stmt) error {
		var t tools.Tool
		if err := statejson.Read(tables.ReadBlob(stmt, 1, nil), &t); err != nil {
			return err
		}
		calls = append(calls, t.Because()...)
		if t.ErrorKind() != "" {
			failed = append(failed, t.Because()...)
		}
		return nil
	})
	if err == nil {
		err = s.Read("SELECT key, state FROM "+query.CountedErrors+" WHERE "+condition, args, func(stmt *sqlite.Stmt) error {
			var f projections.Failure
			err := statejson.Read(tables.ReadBlob(stmt, 1, nil), &f)
			failed = append(failed, f.Events...)
			return err
		})
	}
	b.add("tool_calls", "row.tool_calls", calls...)
	b.add("errors", "row.errors", failed...)
	return err
}
