package lookcmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// SearchDocument lists what holds the words.
type SearchDocument struct {
	app.Head
	view.ReadAt
	Query string `json:"query"`
	store.SearchList
}

// SearchVerb is claw search.
func SearchVerb(a *app.App) *cobra.Command {
	var l view.Listing
	cmd := a.Verb("search TEXT...", "look", "Find words in prompts, answers, tool calls and their results", app.SomeArgs("TEXT"),
		func(args []string) (app.Document, error) {
			v, f, p, err := l.Asked(a)
			if err != nil {
				return nil, err
			}
			d := &SearchDocument{Head: app.HeadOf("search"), Query: strings.Join(args, " ")}
			progress := app.NewProgress(a)
			d.SearchList, err = v.Search(a.Ctx, d.Query, f, p, func(at domain.Position) {
				progress.Say("indexing %d of %d events", at.Number(), v.Status.Position)
			})
			progress.Done()
			d.ReadAt = v.ReadAt()
			d.ReadAt.Stale = d.ReadAt.Stale || d.SearchList.Stale
			return d, err
		})
	cmd.Long = `All words must occur; case and accents do not count. "Exact words" are written in quotes, pre*
matches any word that begins with pre, and -word excludes what has that word; every other sign is
plain text. Put the text in single quotes, or -- before a word to exclude, so that the shell and
claw pass it on. The first search creates an index beside the log, in a file that may be removed at
any time.`
	l.Flags(cmd)
	cmd.Flags().StringVar(&l.Kind, "kind", "", "only events of this kind, such as tool.requested")
	return a.AsOf(cmd)
}

func (d *SearchDocument) Text(p *term.Page) {
	for i := range d.Found {
		f := &d.Found[i]
		p.Styled(term.StyleDim, strings.Join(nonEmpty(view.Seen(p, f.At), string(f.Kind), app.FirstOf(string(f.Session), string(f.Lane)), f.Event.String()), "  "))
		marked(p, f.Snippet, f.Hits)
	}
	if d.Total > 0 {
		p.Gap()
	}
	view.More(p, len(d.Found), d.Total, d.Next)
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
func marked(p *term.Page, text string, hits []store.Hit) {
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
