package omx

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
)

// lane is a goal of a plan, or with no goal the plan itself, at the time of a record.
type lane struct {
	plan   string
	goal   string
	at     domain.Instant
	drafts []domain.Draft
}

func (f *file) lane(goal string, at domain.Instant) *lane {
	return &lane{plan: f.plan, goal: goal, at: at}
}

// own names the lane among all of omx, as a session's own id does.
func (l *lane) own() domain.SessionID {
	if l.goal == "" {
		return l.session()
	}
	return domain.MakeSessionID(source, l.plan+"/"+l.goal)
}

// session is the conversation that carried the plan out.
func (l *lane) session() domain.SessionID { return domain.MakeSessionID(source, l.plan) }

// id derives from the plan and the goal; the plan's is that of its session.
func (l *lane) id() domain.LaneID { return l.own().Lane() }

// say drafts an event of the lane. The ledger and the plan's document name the same
// things at the same times: what both record is one event.
func (l *lane) say(event string, p domain.Payload) {
	o := producers.Origin{Source: source, Session: l.own(), Key: event, At: l.at}
	d := o.Draft(string(p.Kind()), p)
	d.Stream.Family = domain.FamilyLane
	d.Correlation = l.session().Correlation()
	d.Subject = domain.Subject{Lane: domain.Known(l.id())}
	l.drafts = append(l.drafts, d)
}

// note drafts the evidence as a text of the plan's session, and returns its id; none
// without evidence.
func (l *lane) note(event, evidence string) domain.EventID {
	if evidence == "" {
		return domain.EventID{}
	}
	o := producers.Origin{Source: source, Session: l.session(), Key: l.goal + "/" + event, At: l.at}
	d := o.Draft("evidence", domain.MessageRecorded{Role: domain.RoleAssistant, Text: producers.Text(evidence), Phase: event})
	d.Subject.Lane = domain.Known(l.id())
	l.drafts = append(l.drafts, d)
	return d.ID
}

// planned drafts the beginning of the plan's session.
func (l *lane) planned() domain.Draft {
	o := producers.Origin{Source: source, Session: l.session(), Key: "plan", At: l.at}
	return o.Draft("created", domain.SessionCreated{Agent: source,
		Title:     domain.NotKnown[domain.ShortLabel](domain.UnknownNotRecorded),
		Workspace: domain.NotKnown[domain.Path](domain.UnknownNotRecorded),
		Purpose:   domain.Known(domain.ShortLabel("plan"))})
}
