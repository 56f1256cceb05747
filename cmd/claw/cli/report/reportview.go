package reportcmd

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"os"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/redact"
	reportview "github.com/clawable/claw/reports/view"
)

// ViewDocument is the answer of report view: the view, and beside it what is no part of its bytes.
type ViewDocument struct {
	app.Head
	ID           domain.Digest     `json:"view_id"`
	Hash         domain.Digest     `json:"content_hash"`
	Report       string            `json:"report_id,omitzero"` // absent: the report is not filed
	Audience     string            `json:"audience"`
	Format       reportview.Format `json:"format"`
	Latest       bool              `json:"latest"`                 // no other version took the place of the report; false where it is not filed
	SupersededBy domain.Digest     `json:"superseded_by,omitzero"` // content hash of the version that did
	Cursor       *reports.Cursor   `json:"cursor,omitzero"`        // with --channel: what the channel has; absent where it has nothing
	Delivery     viewDelivery      `json:"delivery"`
	// Negotiated is what the consumer of --for gets, and what was reduced.
	Negotiated *reportview.Agreement `json:"negotiated,omitzero"`
	View       jsontext.Value        `json:"view,omitzero"`  // of format json
	Rendered   string                `json:"text,omitzero"`  // of every other format
	Parts      []reports.Part        `json:"parts,omitzero"` // of --part-bytes, in the place of view and text
	bytes      []byte
	event      domain.EventID // of the version; zero: the report is not filed
}

// viewDelivery distinguishes one send of a view from another.
type viewDelivery struct {
	Send     domain.Digest `json:"send_id"`  // equal for the same view of the same report: the second is a duplicate
	Standing string        `json:"standing"` // not_recorded: claw prints views and does not see them arrive
}

// viewOptions are the flags of claw report view.
type viewOptions struct {
	audience    string
	format      string // "" is terminal, and json under --json
	policy      string // a file; "" is the built-in policy
	views       string // a file that declares audiences; "" is the one beside the settings
	sensitivity string
	families    []string
	schemas     []string
	verbosity   string
	maxBytes    int
	partBytes   int    // 0: whole
	channel     string // whose cursor the view is since; "" is the whole report
	consumer    string
	reader      string // a consumer that advertises what it can take: its name, or its file
	typed       func(flag string) bool
	file        view.PageFile
}

func (o *viewOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.audience, "audience", reportview.HumanReadable, "who it is for: delta_brief, ops_audit, human_readable, roadmap_sync, clawhip, or one that --views declares")
	f.StringVar(&o.format, "format", "", "json, markdown, terminal or html (default: terminal; json with --json)")
	f.StringVar(&o.policy, "policy", "", "a redaction policy (default: the built-in one)")
	f.StringVar(&o.views, "views", "", "a TOML file that declares audiences (default: views.toml beside the settings of claw)")
	f.StringVar(&o.sensitivity, "max-sensitivity", "", "show no more than this class, whatever the policy lets the audience see: public, internal, operator_only")
	f.StringSliceVar(&o.families, "families", nil, "the sections that the consumer understands (default: all)")
	f.StringSliceVar(&o.schemas, "schema-versions", nil, "the schema versions that the consumer understands (default: every one)")
	f.StringVar(&o.verbosity, "verbosity", "", "brief, normal or full (default: that of the audience)")
	f.StringVar(&o.channel, "channel", "", "count, and do not tell again, what did not change since the report that this channel acknowledged last (claw report ack)")
	f.StringVar(&o.consumer, "consumer", "", "with --channel: a reader of it that acknowledges for itself")
	f.StringVar(&o.reader, "for", "", "the richest view that this consumer may have, by what it advertised: its name in the log, or a TOML file")
	o.file.Flags(f)
	f.IntVar(&o.maxBytes, "max-bytes", 0, "leave out the least urgent items until it has at most so many bytes (0: the limit of the audience; only declared ones have one)")
	partsFlag(f, &o.partBytes)
}

// capabilities are the flags as a view takes them.
func (o *viewOptions) capabilities(a *app.App) reportview.Capabilities {
	c := reportview.Capabilities{Audience: o.audience, Format: reportview.Format(o.format), Schemas: o.schemas, Families: o.families,
		Sensitivity: domain.Sensitivity(o.sensitivity), Verbosity: reportview.Verbosity(o.verbosity), MaxBytes: o.maxBytes}
	switch {
	case o.file.Asked():
		c.Format = reportview.HTML
	case o.format == "":
		c.Format = reportview.Terminal
		if a.Format == app.FormatJSON {
			c.Format = reportview.JSON
		}
	}
	return c
}

func reportView(a *app.App) *cobra.Command {
	var o viewOptions
	cmd := a.Verb("view REPORT", "look", "Render a report for an audience: what it may see, and what was left out and why", app.Exactly(1, "REPORT"),
		func(args []string) (app.Document, error) { return viewReport(a, o, args[0]) })
	cmd.Long = `Render a filed report, a version of it (ID@2) or a file for an audience. A redaction policy says
what the audience may see. The bytes are the same on every machine for the same report, policy,
flags, key and --as-of; they say what was withheld, by which rule, what was cut and what was left
out. Nothing is recorded. claw report verify knows a view again.`
	o.flags(cmd.Flags())
	o.typed = cmd.Flags().Changed
	return a.AsOf(cmd)
}

func viewReport(a *app.App, o viewOptions, typed string) (app.Document, error) {
	if err := o.file.Fits(o.format); err != nil {
		return nil, err
	}
	if o.file.Asked() && o.partBytes != 0 {
		return nil, app.UsageError("parse arguments", "--html --part-bytes", "contradict each other: a page is one file", "leave one of them out")
	}
	asOf, err := app.ReadingTime(a)
	if err != nil {
		return nil, err
	}
	p, err := redactionPolicy(a, o.policy)
	if err != nil {
		return nil, err
	}
	c := o.capabilities(a)
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	declared, err := DeclaredViews(a, o.views)
	if err != nil {
		return nil, err
	}
	advertised, declared, err := o.advertised(a, in, declared)
	if err != nil {
		return nil, err
	}
	if advertised != nil {
		c.Audience, c.Sensitivity = cmp.Or(advertised.Audience, o.audience), advertised.MaxSensitivity
	}
	shape, err := reportview.ShapeOf(c.Audience, declared...)
	if err != nil {
		return nil, err
	}
	src, d, err := source(a, in, typed)
	if err != nil {
		return nil, err
	}
	if err := d.visible(a, in, p.Ceiling(shape.PolicyAudience(), c.Sensitivity)); err != nil {
		return nil, err
	}
	if err := d.since(a, in, o, &src); err != nil {
		return nil, err
	}
	key, err := redactionKey(a, p, shape.PolicyAudience(), c.Sensitivity)
	if err != nil {
		return nil, err
	}
	renderer := reportview.NewRenderer(p, key, declared...)
	var v *reportview.View
	if advertised != nil {
		v, d.Negotiated, err = renderer.RenderFor(&src, advertised, asOf)
	} else {
		v, err = renderer.Render(&src, c, asOf)
	}
	if err != nil {
		return nil, err
	}
	if err := d.show(v, o.partBytes); err != nil {
		return nil, err
	}
	d.warnReduced(a)
	if o.file.Asked() {
		return o.file.Write(a, "report", v.Bytes)
	}
	return d, nil
}

// visible holds a view to the labels of the event that filed the report: the document is a part of it.
//
// Errors: kind policy where a label is above what the reader may see; those of the log.
func (d *ViewDocument) visible(a *app.App, in *reporting.Reports, ceiling domain.Sensitivity) error {
	if d.event.IsZero() {
		return nil
	}
	e, err := in.Log.Get(a.Ctx, d.event)
	if most := e.MostSensitive(); err != nil || most == "" || most.Rank() <= ceiling.Rank() {
		return err
	}
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "view report", Target: d.Report, Message: "the event that filed it is labelled " + string(e.MostSensitive()) + ", and this view shows what is " + string(ceiling) + " at most",
		Hint: "render it for an audience that sees this class; what is secret has no view"}
}

// since adapts a source to a reader that has the report which its channel acknowledged last. Where the log does not
// hold the document of that report, a warning states that the view covers the whole report.
//
// Errors: kind usage for a consumer of no channel; those of the log.
func (d *ViewDocument) since(a *app.App, in *reporting.Reports, o viewOptions, src *reportview.Source) (err error) {
	if o.channel == "" {
		if o.consumer != "" {
			return app.UsageError("parse arguments", "--consumer "+o.consumer, "is a reader of a channel", "name it with --channel")
		}
		return nil
	}
	if d.Cursor, err = in.Cursor(a.Ctx, o.channel, o.consumer); err != nil || d.Cursor == nil {
		return err
	}
	held := d.Cursor.Version
	if _, failed := held.Proven(d.Cursor.Report); failed != nil {
		a.Warn("cursor_not_held", "the report that channel "+o.channel+" acknowledged cannot be shown, so the view is of the whole report: "+app.Typed(failed).Error())
		return nil
	}
	src.Since = reports.Sealed{Text: held.Document, Hash: held.Hash}
	return nil
}

// show puts a view into its wrapper: whole, or in parts of at most partBytes bytes where that is not 0.
//
// Errors: those of [reports.Cut].
func (d *ViewDocument) show(v *reportview.View, partBytes int) (err error) {
	d.ID, d.Audience, d.Format, d.bytes = v.ID, v.Inputs.Capabilities.Audience, v.Inputs.Capabilities.Format, v.Bytes
	d.Delivery = viewDelivery{Send: sha256.Sum256([]byte("claw/send/1\x00" + d.Report + "\x00" + d.Hash.String() + "\x00" + d.ID.String())), Standing: "not_recorded"}
	switch {
	case partBytes != 0:
		d.Parts, err = reports.Cut(reports.Whole{Report: v.Report, Content: v.Inputs.Report, View: v.ID, Text: v.Bytes}, partBytes)
	case d.Format == reportview.JSON:
		d.View = jsontext.Value(v.Bytes)
	default:
		d.Rendered = string(v.Bytes)
	}
	return err
}

// source is the report that a person named, and the wrapper of its view.
//
// Errors: those of [named].
func source(a *app.App, in *reporting.Reports, typed string) (reportview.Source, *ViewDocument, error) {
	s, err := named(a, in, typed)
	if err != nil {
		return reportview.Source{}, nil, err
	}
	doc, err := reports.Parse(s.Text)
	if err != nil {
		return reportview.Source{}, nil, err
	}
	d := &ViewDocument{Head: app.HeadOf("report_view"), Hash: s.Hash}
	all, err := in.All(a.Ctx)
	asked := ""
	if !isFile(a, typed) {
		f, _, failed := filedNamed(a, in, typed)
		if failed != nil {
			return reportview.Source{}, nil, failed
		}
		asked = f.Report
	}
	if f, version := filedAs(all, s.Hash, asked); f != nil {
		d.Report, d.Latest, d.event = f.Report, f.Last().Hash == s.Hash, version.Event
		if !d.Latest {
			d.SupersededBy = f.Last().Hash
		}
	}
	return reportview.Source{Report: d.Report, Sealed: s, Document: doc}, d, err
}

// filedAs finds the report that has a content as one of its versions: the requested one, or else the last; nil for
// none.
func filedAs(all []reports.Filing, hash domain.Digest, asked string) (f *reports.Filing, v *reports.Version) {
	for i := range all {
		for n := range all[i].Versions {
			if all[i].Versions[n].Hash == hash && (f == nil || f.Report != asked) {
				f, v = &all[i], &all[i].Versions[n]
			}
		}
	}
	return f, v
}

// redactionPolicy reads a policy of a file, or is the built-in one.
func redactionPolicy(a *app.App, file string) (*redact.Policy, error) {
	if file == "" {
		return redact.Parse("claw.default", redact.Default())
	}
	text, err := os.ReadFile(app.Path(a, file))
	if err != nil {
		return nil, err
	}
	return redact.Parse(file, text)
}

// redactionKey returns this user's key for what an audience of a policy sees, made where there is none; nil where
// nothing is hashed, or where no folder can hold one: then a warning states that hashes are dropped.
func redactionKey(a *app.App, p *redact.Policy, audience string, most domain.Sensitivity) (*redact.Key, error) {
	if !p.Hashes(audience, p.Ceiling(audience, most)) {
		return nil, nil
	}
	folder := app.StateFolder(a)
	if folder == "" {
		a.Warn("no_redaction_key", "there is no home folder for a redaction key: what the policy hashes is left out")
		return nil, nil
	}
	return reporting.RedactionKey(folder, rand.Reader)
}

func (d *ViewDocument) Text(p *term.Page) {
	switch {
	case d.Parts != nil:
		partsText(p, d.Parts)
	case d.Format == reportview.JSON:
		p.Raw(string(term.Escaped(d.bytes)))
	default:
		p.Raw(string(d.bytes))
	}
}
