package reportcmd

import (
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	tracking "github.com/clawable/claw/commands/pinpoint"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// trackerOf are the pinpoints of the log of some reports.
func trackerOf(in *reporting.Reports) *tracking.Tracker {
	return &tracking.Tracker{Log: in.Log, Op: in.Op, Reports: in}
}

// declaredFilings are the values of --filing: what a report is for pinpoints, by the names typed.
//
// Errors: kind usage.
func declaredFilings(typed []string) (map[string]domain.ReportFiling, error) {
	all := map[string]domain.ReportFiling{}
	for _, one := range typed {
		name, filing, _ := strings.Cut(one, "=")
		if known := domain.ReportFiling("").Enum(); name == "" || !slices.Contains(known, filing) {
			return nil, app.UsageError("parse arguments", "--filing "+one, "does not say what the report is for a pinpoint", "PINPOINT= and one of "+strings.Join(known, ", "))
		}
		all[name] = domain.ReportFiling(filing)
	}
	return all, nil
}

// pinpointStandings returns the current state of the pinpoints of a filed version.
//
// Errors: those of the log.
func pinpointStandings(a *app.App, in *reporting.Reports, report string, version *reports.Version, d *reports.Document) (map[string]tracking.Standing, error) {
	if len(d.Pinpoints.Items) == 0 {
		return nil, nil
	}
	s, err := trackerOf(in).Load(a.Ctx)
	if err != nil {
		return nil, err
	}
	all, err := in.All(a.Ctx)
	return s.Standings(all, tracking.Version{Report: report, At: version.FiledAt, Event: version.Event}, d), err
}

// pinpointsText writes the pinpoints of a report, each with its current state where that is known.
func (d *ReportDocument) pinpointsText(p *term.Page) {
	doc := &d.Document
	if len(doc.Pinpoints.Items) == 0 {
		return
	}
	p.Gap()
	p.Heading("Pinpoints")
	for _, id := range keys(doc.Pinpoints.Items) {
		one, now := doc.Pinpoints.Items[id], d.Pinpoints[id]
		said := []string{string(one.State), string(one.Priority), carriedText(one.Carried), strings.ReplaceAll(string(now.Filing), "_", " ")}
		p.Line("  %s: %s, %s", id, one.Title, strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), ", "))
		switch now.Standing {
		case tracking.StandsMoved:
			is := slices.DeleteFunc([]string{strings.ReplaceAll(string(now.State), "_", " "), string(now.Priority), string(now.Severity), orText("lane ", string(now.Lane))}, func(s string) bool { return s == "" })
			p.Styled(term.StyleYellow, "    now "+strings.Join(is, ", ")+", in this state since "+term.Clock(now.StateSince.Time()))
		case tracking.StandsUnfiled:
			p.Styled(term.StyleDim, "    not filed in this log")
		case tracking.StandsAsReported:
		}
	}
}
