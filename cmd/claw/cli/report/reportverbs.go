package reportcmd

import (
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	tracking "github.com/clawable/claw/commands/pinpoint"
	"github.com/clawable/claw/commands/record"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// ReportVerb is the verbs about reports.
func ReportVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("report", "look", "The canonical report: what happened, what holds work, what to do next, and what nobody looked at")
	cmd.AddGroup(&cobra.Group{ID: "do", Title: "Report:"}, &cobra.Group{ID: "look", Title: "Look:"})
	cmd.AddCommand(reportNew(a), reportFile(a), reportAmend(a), reportShow(a), reportView(a), reportList(a), reportAck(a), reportAdvertise(a), reportDiff(a), reportVerify(a), reportStatus(a))
	return cmd
}

// ReportDocument is the answer of report new and show: a canonical document, and beside it what is
// no part of its content.
type ReportDocument struct {
	app.Head
	view.ReadAt
	Log         string              `json:"log_id"`
	Report      string              `json:"report_id,omitzero"` // of a filed one
	Hash        domain.Digest       `json:"content_hash"`       // of the document, see docs/reports.md
	GeneratedAt domain.Instant      `json:"generated_at"`
	Producer    string              `json:"producer"`
	Freshness   reports.Freshnesses `json:"freshness"` // of its observations, as of as_of
	Document    reports.Document    `json:"document"`
	// Negative is the present result of the negative findings, as of as_of_position; of a filed report only.
	Negative map[string]reports.Recheck `json:"negative_standing,omitzero"`
	// Pinpoints are the present states of the pinpoints of a filed report, as of as_of_position, beside
	// the states that the report contains.
	Pinpoints map[string]tracking.Standing `json:"pinpoint_standing,omitzero"`
	Filing    *reports.Filing              `json:"filing,omitzero"`
	short     map[string]string            // the lanes' ids, as people type them
	Erased    []domain.EventID             `json:"erased_evidence,omitzero"` // of a filed report: events that its statements cite, whose data are erased
}

// reportsOf are the reports of a log that is open for o.
func reportsOf(a *app.App, o app.Opening) (*reporting.Reports, error) {
	log, _, err := a.OpenLog(o)
	if err != nil {
		return nil, err
	}
	return &reporting.Reports{Log: log, Op: record.Reporting(app.Operator(a, log))}, nil
}

// producer names the program that makes a report.
func producer() string { return "claw/" + app.VersionNow().Version }

// wrapped returns a document with the members of its wrapper.
func wrapped(a *app.App, in *reporting.Reports, v *view.Views, d *reports.Document, hash domain.Digest) (*ReportDocument, error) {
	head, err := in.Log.Head(a.Ctx)
	if err != nil {
		return nil, err
	}
	doc := &ReportDocument{Head: app.HeadOf("report"), ReadAt: v.ReadAt(), Log: head.ID, Hash: hash, GeneratedAt: domain.At(a.Now()), Producer: producer(),
		Freshness: d.FreshnessAt(v.AsOf), Document: *d}
	if a.Format == app.FormatText {
		ids := keys(d.Lanes.Items)
		short, err := v.ShortLanes(len(ids), func(i int) domain.LaneID { return domain.LaneID(ids[i]) })
		if err != nil {
			return nil, err
		}
		doc.short = make(map[string]string, len(ids))
		for i, id := range ids {
			doc.short[id] = short[i]
		}
	}
	return doc, nil
}
