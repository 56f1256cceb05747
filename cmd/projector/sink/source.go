package sinkcmd

import (
	"context"
	"crypto/rand"
	"regexp"
	"strings"

	"github.com/cockroachdb/errors"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	tracking "github.com/clawable/claw/commands/pinpoint"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/gather"
	"github.com/clawable/claw/reports/redact"
	reportview "github.com/clawable/claw/reports/view"
)

// source is the read model as one sink reads it. It implements [sink.Source].
type source struct {
	view.Watched
	app    *app.App
	policy *redact.Policy
	views  []reportview.Shape // audiences that the person declares

	tracked *tracking.State // what the log said of pinpoints when it was read last, nil before
}

// source makes the source of a sink, with a separate read model, which is closed when the run ends.
func (s *setting) source(a *app.App, c *sink.Config) (*source, error) {
	policy, err := redact.Parse("claw.default", redact.Default())
	if err != nil {
		return nil, err
	}
	model := view.NewModel(a, s.log, s.at, a.Patience)
	a.Closers = append(a.Closers, model.Close)
	wanted := map[lane.Result]bool{}
	for _, o := range c.Outcomes {
		wanted[o] = true
	}
	return &source{view.Watched{Views: &view.Views{Store: model}, Log: s.log, Filter: c.Filter, Results: wanted}, a, policy, s.views, nil}, nil
}

// CatchUp implements [sink.Source].
func (s *source) CatchUp(ctx context.Context) (err error) {
	s.Views.Status, err = s.Views.CatchUp(ctx)
	return errors.Wrap(err, "read the log")
}

// Await implements [sink.Source].
func (s *source) Await(ctx context.Context) error {
	err := view.Projected{Log: s.Log}.Await(ctx, domain.PositionAt(s.Position()))
	return errors.Wrap(err, "follow the log")
}

// Current implements [sink.Source].
func (s *source) Current(l domain.LaneID) (domain.Digest, error) {
	o, err := query.LaneOutcome(s.Views, string(l))
	if domain.KindOf(err) == domain.ErrNotFound { // the log was rolled back
		return domain.Digest{}, nil
	}
	return o.Fingerprint, err
}

// Describe implements [sink.Source].
func (s *source) Describe(l *watch.Line, audience string) (d sink.Description, err error) {
	asOf := domain.At(s.app.Now())
	s.Views.AsOf = asOf
	found, err := gather.Observe(s.Views, reports.Scope{Lane: l.Lane}, reports.Window{Until: asOf}, reports.Approvals{Unknown: reports.WhyNotChecked})
	if err != nil {
		return d, err
	}
	if s.tracked, err = (&tracking.Tracker{Log: s.Log}).Again(s.app.Ctx, s.tracked); err != nil {
		return d, err
	}
	found.Pinpoints = s.tracked.Observed(found)
	sealed, err := reports.Seal(reports.Build(found, &reports.Statement{}, nil, "claw"))
	if err != nil {
		return d, err
	}
	doc, err := reports.Parse(sealed.Text)
	if err != nil {
		return d, err
	}
	src := &reportview.Source{Sealed: sealed, Document: doc}
	clawhip, err := s.render(src, reportview.Clawhip, asOf)
	if err != nil {
		return d, err
	}
	if d.View = clawhip; audience != reportview.Clawhip {
		if d.View, err = s.render(src, audience, asOf); err != nil {
			return d, err
		}
	}
	d.Clawhip, d.Summary, err = eventOf(clawhip, l.Lane)
	return d, err
}

// render is the view of a report for an audience.
func (s *source) render(src *reportview.Source, audience string, asOf domain.Instant) (jsontext.Value, error) {
	shape, err := reportview.ShapeOf(audience, s.views...)
	if err != nil {
		return nil, err
	}
	key, err := s.key(shape.PolicyAudience())
	if err != nil {
		return nil, err
	}
	v, err := reportview.NewRenderer(s.policy, key, s.views...).Render(src, reportview.Capabilities{Audience: audience, Format: reportview.JSON}, asOf)
	if err != nil {
		return nil, err
	}
	return jsontext.Value(v.Bytes), nil
}

// key is the redaction key of this person, nil where the policy hashes nothing for an audience.
func (s *source) key(audience string) (*redact.Key, error) {
	folder := app.StateFolder(s.app)
	if folder == "" || !s.policy.Hashes(audience, s.policy.Ceiling(audience, "")) {
		return nil, nil
	}
	return reporting.RedactionKey(folder, rand.Reader)
}

// eventOf is the first event of a view for clawhip, and its summary with the project, branch and id of the lane.
func eventOf(clawhip jsontext.Value, l domain.LaneID) (event jsontext.Value, summary string, err error) {
	var v struct {
		Events []jsontext.Value `json:"events"`
	}
	if err := json.Unmarshal(clawhip, &v); err != nil {
		return nil, "", err
	}
	if len(v.Events) == 0 {
		return nil, "", errors.New("the view for clawhip has no event of the lane")
	}
	var e struct {
		Summary string `json:"summary"`
		Project string `json:"project"`
		Branch  string `json:"branch"`
	}
	if err := json.Unmarshal(v.Events[0], &e); err != nil {
		return nil, "", err
	}
	if e.Project == "none" {
		e.Project = ""
	}
	where := strings.Join(strings.Fields(e.Project+" "+e.Branch+" lane "+string(l)), " ")
	return v.Events[0], stub.ReplaceAllString(e.Summary, "") + " (" + where + ")", nil
}

// stub matches the start of a summary whose title is unknown or redacted.
var stub = regexp.MustCompile(`^\[(not known|redacted)[^\]]*\]: `)
