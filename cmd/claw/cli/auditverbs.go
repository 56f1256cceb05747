package cli

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store"
)

// auditVerbs is the verbs that prove who did what.
func (a *app) auditVerbs() *cobra.Command {
	cmd := &cobra.Command{Use: "audit", GroupID: "approve", Short: "Who asked, who let it through, who did it; and what speaks against it",
		Args: noArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	cmd.AddGroup(&cobra.Group{ID: "look", Title: "Look:"})
	cmd.AddCommand(a.auditWho(), a.auditApproval(), a.auditSession(), a.auditShip(), a.auditWhat(), a.auditGaps())
	return cmd
}

// auditDocument is the answer of audit who, approval and session.
type auditDocument struct {
	Head
	reading
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
	*app
	views *views
	log   eventlog.Log
	in    *approve.Approvals
	rules *approval.Rules
	known map[domain.StreamID]*audit.Judged // nil: nobody asked
	words *speakers
}

func (a *app) auditor() (*auditor, error) {
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	log, _, err := a.openLog(toRead)
	if err != nil {
		return nil, err
	}
	in := a.approvals(log)
	words, err := a.speakers(v)
	if err != nil {
		return nil, err
	}
	rules, err := in.Rules(a.ctx)
	return &auditor{a, v, log, in, rules, map[domain.StreamID]*audit.Judged{}, words}, err
}

func (d *auditor) document(question string) *auditDocument {
	return &auditDocument{Head: headOf("audit"), reading: d.views.reading(), Question: question, Acts: []audit.Act{}}
}

// acts assembles what the read model found.
func (d *auditor) acts(found []store.Act) ([]audit.Act, error) {
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

// attribute tells on whose word each piece of evidence rests.
func (d *auditor) attribute(evidence []audit.Evidence) error {
	for i := range evidence {
		_, word, held, err := d.words.of(evidence[i].Event)
		if err != nil {
			return err
		}
		if held {
			evidence[i].Word = &word
		}
	}
	return nil
}

// act is nil for a request that is not in its stream.
func (d *auditor) act(found *store.Act) (*audit.Act, error) {
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
func (d *auditor) answers(found *store.Act) (all []audit.Judged, err error) {
	streams, err := found.Approvals()
	if err != nil {
		return nil, err
	}
	if end := found.Call.End; end != nil && len(streams) == 0 && !end.Use.IsZero() {
		use, err := d.log.Get(d.ctx, end.Use)
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

// judged is a request as it stands, read once; nil when nobody asked in its stream.
func (d *auditor) judged(stream domain.StreamID) (*audit.Judged, error) {
	if held, ok := d.known[stream]; ok {
		return held, nil
	}
	one, err := d.in.Fold(d.ctx, stream, d.rules)
	if err != nil && typed(err).Kind == domain.ErrNotFound {
		d.warn("no_request", stream.String()+" holds decisions about a request that is not in the log")
		d.known[stream] = nil
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	judged := audit.Judge(one, d.rules.Signers.Now(), d.views.asOf.Time())
	d.known[stream] = &judged
	return &judged, nil
}

func (a *app) auditApproval() *cobra.Command {
	cmd := a.verb("approval APPROVAL", "look", "One request with everything that was made of it, and the calls that it answers",
		exactly(1, "APPROVAL"), func(args []string) (document, error) {
			d, err := a.auditor()
			if err != nil {
				return nil, err
			}
			stream, err := d.views.Approval(args[0])
			if err != nil {
				return nil, err
			}
			doc := d.document("approval")
			doc.Acts, err = d.ofApproval(stream)
			doc.Total = len(doc.Acts)
			return doc, err
		})
	return a.asOf(cmd)
}

// ofApproval is the request itself, then the calls that policies referred to it.
func (d *auditor) ofApproval(stream domain.StreamID) ([]audit.Act, error) {
	request, _, err := d.views.ActAt(stream.ULID.String())
	if err != nil {
		return nil, err
	}
	found := []store.Act{request}
	for _, key := range request.Request.Calls {
		calls, err := d.views.Referred(key, stream)
		if err != nil {
			return nil, err
		}
		found = append(found, calls...)
	}
	return d.acts(found)
}
