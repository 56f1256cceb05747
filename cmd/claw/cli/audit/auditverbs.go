package auditcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store/query"
)

// AuditVerbs returns the verbs that prove who did what.
func AuditVerbs(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("audit", "approve", "Who requested, granted and did something, and what speaks against it")
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"})
	cmd.AddCommand(auditWho(a), auditApproval(a), auditSession(a), auditLane(a), auditTokens(a), auditShip(a), auditWhat(a), auditGaps(a), auditRelease(a), auditVerify(a))
	return cmd
}

// AuditDocument is the answer of audit who, approval and session.
type AuditDocument struct {
	app.Head
	view.ReadAt
	Question string      `json:"question"` // who, approval, session
	Acts     []audit.Act `json:"acts"`     // the oldest first
	Total    int         `json:"total"`
	Next     string      `json:"next_cursor,omitzero"`
	// Statuses and Lacks count all acts of a session, not those of the page alone.
	Statuses map[string]int     `json:"by_status,omitzero"`
	Lacks    map[audit.Lack]int `json:"by_lack,omitzero"`
}

// auditor assembles acts from the read model and the log.
type auditor struct {
	*app.App
	views *view.Views
	log   eventlog.Log
	in    *approve.Approvals
	rules *approval.Rules
	known map[domain.StreamID]*audit.Judged // nil: a stream without a request
	words *view.Speakers
}

func newAuditor(a *app.App) (*auditor, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	in := approvaltext.Approvals(a, log)
	words, err := view.SpeakersOf(a, v)
	if err != nil {
		return nil, err
	}
	rules, err := in.Rules(a.Ctx)
	return &auditor{a, v, log, in, rules, map[domain.StreamID]*audit.Judged{}, words}, err
}

func (d *auditor) document(question string) *AuditDocument {
	return &AuditDocument{Head: app.HeadOf("audit"), ReadAt: d.views.ReadAt(), Question: question, Acts: []audit.Act{}}
}

// acts assembles what the read model found.
func (d *auditor) acts(found []query.Act) ([]audit.Act, error) {
	acts := make([]audit.Act, 0, len(found))
	for i := range found {
		act, err := d.act(&found[i])
		if err != nil {
			return nil, err
		}
		if act == nil {
			continue
		}
		if err := d.attribute(act.Evidence); err != nil {
			return nil, err
		}
		acts = append(acts, *act)
	}
	return acts, nil
}

// attribute fills in on whose authority each piece of evidence rests.
func (d *auditor) attribute(evidence []audit.Evidence) error {
	for i := range evidence {
		_, word, held, err := d.words.Of(evidence[i].Event)
		if err != nil {
			return err
		}
		if held {
			evidence[i].Word = &word
		}
	}
	return nil
}

// act is nil for a request whose stream does not hold it.
func (d *auditor) act(found *query.Act) (*audit.Act, error) {
	if found.Call != nil {
		answers, err := d.answers(found)
		act := audit.Call(found.Key, found.Call, answers)
		return &act, err
	}
	stream, err := found.Stream()
	if err != nil {
		return nil, err
	}
	judged, err := d.judged(stream)
	if err != nil || judged == nil {
		return nil, err
	}
	act := audit.Request(*judged, found.Request)
	return &act, nil
}

// answers are the requests that a call was referred to, and the one of which it is a use.
func (d *auditor) answers(found *query.Act) (all []audit.Judged, err error) {
	streams, err := found.Approvals()
	if err != nil {
		return nil, err
	}
	if end := found.Call.End; end != nil && len(streams) == 0 && !end.Use.IsZero() {
		use, err := d.log.Get(d.Ctx, end.Use)
		if err != nil {
			return nil, err
		}
		streams = append(streams, use.Stream)
	}
	for _, stream := range streams {
		judged, err := d.judged(stream)
		if err != nil {
			return nil, err
		}
		if judged != nil {
			all = append(all, *judged)
		}
	}
	return all, nil
}

// judged is the present state of a request, read once; nil for a stream without a request.
func (d *auditor) judged(stream domain.StreamID) (*audit.Judged, error) {
	if held, ok := d.known[stream]; ok {
		return held, nil
	}
	one, err := d.in.Fold(d.Ctx, stream, d.rules)
	if err != nil && app.Typed(err).Kind == domain.ErrNotFound {
		d.Warn("no_request", stream.String()+" holds decisions about a request that is not in the log")
		d.known[stream] = nil
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	judged := audit.Judge(one, d.rules.Signers.Now(), d.views.AsOf.Time())
	d.known[stream] = &judged
	return &judged, nil
}

func auditApproval(a *app.App) *cobra.Command {
	cmd := a.Verb("approval APPROVAL", "look", "Show one request with everything that followed from it, and the calls that it answers",
		app.Exactly(1, "APPROVAL"), func(args []string) (app.Document, error) { return actsOfApproval(a, args[0]) })
	return a.AsOf(cmd)
}

func actsOfApproval(a *app.App, id string) (app.Document, error) {
	d, err := newAuditor(a)
	if err != nil {
		return nil, err
	}
	stream, err := query.Approval(d.views, id)
	if err != nil {
		return nil, err
	}
	doc := d.document("approval")
	doc.Acts, err = d.ofApproval(stream)
	doc.Total = len(doc.Acts)
	return doc, err
}

// ofApproval is the request, then the calls that policies referred to it.
func (d *auditor) ofApproval(stream domain.StreamID) ([]audit.Act, error) {
	request, _, err := query.ActAt(d.views, stream.ULID.String())
	if err != nil {
		return nil, err
	}
	found := []query.Act{request}
	for _, key := range request.Request.Calls {
		calls, err := query.Referred(d.views, key, stream)
		if err != nil {
			return nil, err
		}
		found = append(found, calls...)
	}
	return d.acts(found)
}
