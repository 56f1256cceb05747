package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

type searchDocument struct {
	Head
	reading
	Query string `json:"query"`
	store.SearchList
}

func (a *app) searchVerb() *cobra.Command {
	var l listing
	cmd := a.verb("search TEXT...", "look", "Find words in prompts, answers, tool calls and their results", someArgs("TEXT"),
		func(args []string) (document, error) {
			v, f, p, err := l.asked(a)
			if err != nil {
				return nil, err
			}
			d := &searchDocument{Head: headOf("search"), Query: strings.Join(args, " ")}
			progress := a.progress()
			d.SearchList, err = v.Search(a.ctx, d.Query, f, p, func(at domain.Position) {
				progress.say("indexing %d of %d events", at.Number(), v.status.Position)
			})
			progress.done()
			d.reading = v.reading()
			d.reading.Stale = d.reading.Stale || d.SearchList.Stale
			return d, err
		})
	cmd.Long = `All words must occur; case and accents do not count. "Exact words" are written in quotes, pre*
matches any word that begins with pre, and -word excludes what has that word; every other sign is
plain text. Put the text in single quotes, or -- before a word to exclude, so that the shell and
claw pass it on. The first search creates an index beside the log, in a file that may be removed at
any time.`
	l.flags(cmd)
	cmd.Flags().StringVar(&l.kind, "kind", "", "only events of this kind, such as tool.requested")
	return a.asOf(cmd)
}

func (d *searchDocument) text(p *page) {
	for i := range d.Found {
		f := &d.Found[i]
		p.styled(styleDim, strings.Join(nonEmpty(seen(p, f.At), string(f.Kind), firstOf(string(f.Session), string(f.Lane)), f.Event.String()), "  "))
		p.marked(f.Snippet, f.Hits)
	}
	if d.Total > 0 {
		p.gap()
	}
	p.more(len(d.Found), d.Total, d.Next)
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
func (p *page) marked(text string, hits []store.Hit) {
	var b strings.Builder
	at := 0
	for _, h := range hits {
		b.WriteString(text[at:h.From])
		b.WriteString("[" + text[h.From:h.Until] + "]")
		at = h.Until
	}
	b.WriteString(text[at:])
	p.para(2, b.String())
}
