package expectcmd

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/evidence"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/projections/store/query"
)

// LaneExpects is the answer of expect explain: what a lane has to show, why, and what of it is met.
type LaneExpects struct {
	app.Head
	view.ReadAt
	Lane    domain.LaneID `json:"lane"`
	Outcome lane.Result   `json:"outcome"`
	// Profile is the one in force; the work is judged by it where no statement lists what the finish needs.
	Profile string        `json:"profile"`
	Digest  domain.Digest `json:"digest,omitzero"` // of an adopted profile
	// Stated is what the finish needs by a statement: the profile derives nothing then.
	Stated       []domain.Expectation `json:"stated,omitzero"`
	Undertakings []undertaking        `json:"undertakings"` // in the order of the profile
	Expectations []evidence.Aspect    `json:"expectations"` // that decided the outcome
}

// undertaking is something that the lane did, and what the profile expects of it.
type undertaking struct {
	Did     profile.Undertaking      `json:"did"`
	Expects []domain.WorkExpectation `json:"expects"`
	Because []domain.EventID         `json:"because"` // the calls that show that it did
}

func expectExplain(a *app.App) *cobra.Command {
	return a.Verb("explain LANE", "look", "Explain what a lane has to show, why, and what of it is met", app.Exactly(1, "LANE"),
		func(args []string) (app.Document, error) { return explain(a, args[0]) })
}

func explain(a *app.App, id string) (app.Document, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	o, err := v.Outcome(id)
	if err != nil {
		return nil, err
	}
	s, err := query.ProfileInForce(v)
	if err != nil {
		return nil, err
	}
	d := &LaneExpects{Head: app.HeadOf("lane_expects"), ReadAt: v.ReadAt(), Lane: o.Lane, Outcome: o.Outcome, Profile: s.Profile.String(), Digest: s.Profile.Digest(),
		Stated: o.Stated.Expects, Undertakings: []undertaking{}, Expectations: append([]evidence.Aspect{}, o.Evidence...)}
	for _, u := range o.Work.Undertakings() {
		expects := append([]domain.WorkExpectation{}, s.Profile.Expects(u.Did)...)
		d.Undertakings = append(d.Undertakings, undertaking{u.Did, expects, u.Because})
	}
	return d, nil
}

func (d *LaneExpects) Text(p *term.Page) {
	p.Line("lane %s", d.Lane)
	p.Field("outcome", view.OutcomeStyle(d.Outcome), "%s", d.Outcome)
	p.Field("profile", term.StylePlain, "%s", d.Profile)
	if len(d.Stated) > 0 {
		p.Field("stated", term.StylePlain, "%s: the profile derives nothing", words(d.Stated))
	}
	for _, u := range d.Undertakings {
		p.Field(string(u.Did), term.StylePlain, "expects %s (%s)", cmp.Or(words(u.Expects), "nothing"), firstOf(u.Because))
	}
	if len(d.Undertakings) == 0 {
		p.Line("Its calls show nothing of which a profile expects something.")
	}
	for _, e := range d.Expectations {
		p.Field("expects", verdictStyle(e.Verdict), "%s: %s (%s)", e.Expects, e.Verdict, firstOf(e.Events))
	}
	if len(d.Expectations) == 0 {
		p.Line("Nothing was expected of its outcome.")
	}
}

func verdictStyle(v evidence.Verdict) term.Style {
	if v == evidence.VerdictMet {
		return term.StyleGreen
	}
	return term.StyleYellow
}

// firstOf names the first of some events, and how many there are beside it.
func firstOf(ids []domain.EventID) string {
	switch len(ids) {
	case 0:
		return "no event"
	case 1:
		return ids[0].String()
	}
	return fmt.Sprintf("%s and %d more", ids[0], len(ids)-1)
}
