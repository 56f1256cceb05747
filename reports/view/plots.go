package view

import (
	"slices"

	"github.com/clawable/claw/reports/prose"
)

// plotOf is the figure of a section, nil for none.
func plotOf(b *body, section string) *prose.Plot {
	switch section {
	case "errors":
		return &prose.Plot{Heading: "Errors by kind", Bars: counts(b, section, "count")}
	case "usage":
		return &prose.Plot{Heading: "Tokens by model", Bars: counts(b, section, "usage")}
	}
	return nil
}

// mostBars is how many rows a plot has; the sections list all.
const mostBars = 12

// counts are the numbers of the items of a section, the largest first; none where the reader does not
// see them. A member that is an object counts as the sum of its numbers.
func counts(b *body, section, member string) (all []prose.Bar) {
	items := valueOf(b.named(section)).at("items")
	for _, m := range items.each() {
		v := value{of: m.Value}.at(member)
		n := v.number()
		for _, part := range v.names() {
			n += v.at(part).number()
		}
		if !v.isStub() && n > 0 {
			all = append(all, prose.Bar{Label: nameText(m.Name), N: n})
		}
	}
	slices.SortStableFunc(all, func(a, b prose.Bar) int { return int(min(max(b.N-a.N, -1), 1)) })
	return all[:min(len(all), mostBars)]
}
