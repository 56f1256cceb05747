package lookcmd

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/search"
)

// SearchDocument lists the events that contain the words.
type SearchDocument struct {
	app.Head
	view.ReadAt
	Query string `json:"query"`
	search.List
	lanes, sessions []string // the ids of what was found, as people type them
}

// searchOptions are the flags of claw search.
type searchOptions struct{ view.ListOptions }

func (o *searchOptions) flags(f *pflag.FlagSet) {
	o.Flags(f)
	f.StringVar(&o.Kind, "kind", "", "only events of this kind, such as tool.requested")
}

// SearchVerb is claw search.
func SearchVerb(a *app.App) *cobra.Command {
	var o searchOptions
	cmd := a.Verb("search TEXT...", "look", "Find words in prompts, answers, tool calls and their results", app.SomeArgs("TEXT"),
		func(args []string) (app.Document, error) { return findText(a, o, strings.Join(args, " ")) })
	cmd.Long = `All words must occur; case and accents do not count. "Exact words" are written in quotes, pre*
matches any word that begins with pre, and -word excludes what has that word; every other sign is
plain text. Put the text in single quotes, or -- before a word to exclude, so that the shell and
claw pass it on. The index of words is a file beside the log, which may be removed at any time:
imports and searches bring it up to date.`
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func findText(a *app.App, o searchOptions, query string) (*SearchDocument, error) {
	v, f, p, err := o.Asked(a)
	if err != nil {
		return nil, err
	}
	d := &SearchDocument{Head: app.HeadOf("search"), Query: query}
	progress := app.NewProgress(a)
	d.List, err = search.Search(a.Ctx, v, d.Query, f, p, func(at domain.Position) {
		progress.Say("indexing %d of %d events", at.Number(), v.Status.Position)
	})
	progress.Done()
	d.ReadAt = v.ReadAt()
	d.ReadAt.Stale = d.ReadAt.Stale || d.List.Stale
	if err != nil || a.Format != app.FormatText {
		return d, err
	}
	if d.lanes, err = v.ShortLanes(len(d.Found), func(i int) domain.LaneID { return d.Found[i].Lane }); err != nil {
		return nil, err
	}
	d.sessions, err = v.ShortSessions(a, len(d.Found), func(i int) domain.SessionID { return d.Found[i].Session })
	return d, err
}

func (d *SearchDocument) Text(p *term.Page) {
	for i := range d.Found {
		f := &d.Found[i]
		where := strings.Join(nonEmpty(view.RepoName(f.Repo), f.Branch), " ")
		p.Styled(term.StyleDim, strings.Join(nonEmpty(view.Seen(p, f.At), said(f), d.lanes[i], string(f.Outcome), where, d.sessions[i], f.Event.String()), "  "))
		marked(p, f.Snippet, f.Hits)
	}
	if d.Total > 0 {
		p.Gap()
	}
	view.More(p, len(d.Found), d.Total, d.Next)
}

// said states who said the words of an event: a person, the agent, or a tool.
func said(f *search.Found) string {
	switch {
	case f.Role != "":
		return string(f.Role)
	case f.Tool == "":
		return string(f.Kind)
	case f.Kind == domain.KindToolRequested:
		return f.Tool
	}
	return f.Tool + " " + strings.TrimPrefix(string(f.Kind), "tool.")
}

func nonEmpty(texts ...string) []string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}

// marked writes a snippet with its hits in bold, without color between brackets.
func marked(p *term.Page, text string, hits []search.Hit) {
	var b strings.Builder
	at := 0
	for _, h := range hits {
		b.WriteString(text[at:h.From])
		b.WriteString("[" + text[h.From:h.Until] + "]")
		at = h.Until
	}
	b.WriteString(text[at:])
	p.Para(2, b.String())
}
