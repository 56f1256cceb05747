package reportcmd

import (
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	reportview "github.com/clawable/claw/reports/view"
)

// advertised returns what the consumer of --for can take, nil without the flag, and all declared
// audiences. --audience, --format and --max-sensitivity select from that; of two classes the lower
// counts.
//
// Errors: kind usage for a flag that repeats what a consumer advertises; those of [consumerNamed].
func (o *viewOptions) advertised(a *app.App, in *reporting.Reports, declared []reportview.Shape) (*domain.ReportConsumerAdvertised, []reportview.Shape, error) {
	if o.reader == "" {
		return nil, declared, nil
	}
	for _, flag := range []string{"families", "schema-versions", "verbosity", "max-bytes"} {
		if o.typed(flag) {
			return nil, nil, app.UsageError("parse arguments", "--"+flag, "is what the consumer of --for advertises", "leave it out, or change what "+o.reader+" advertises")
		}
	}
	p, own, err := consumerNamed(a, in, o.reader)
	if err != nil {
		return nil, nil, err
	}
	if o.typed("audience") {
		p.Audience = o.audience
	}
	if o.format != "" {
		p.Format = o.format
	}
	if most := domain.Sensitivity(o.sensitivity); most != "" && (p.MaxSensitivity == "" || most.Rank() < p.MaxSensitivity.Rank()) {
		p.MaxSensitivity = most
	}
	return &p, slices.Concat(declared, own), nil
}

// warnReduced warns, beside a text view, of what a consumer does not get.
func (d *ViewDocument) warnReduced(a *app.App) {
	if d.Negotiated == nil || a.Format == app.FormatJSON { // the document says it
		return
	}
	for _, r := range d.Negotiated.Reduced {
		a.Warn("view_reduced", r.What+" reduced by "+string(r.Because)+": "+r.From+" to "+r.To)
	}
}
