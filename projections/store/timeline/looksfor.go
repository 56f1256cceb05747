package timeline

import (
	"strings"

	"github.com/clawable/claw/projections/payload"
)

// sought are the members of an input that say what a call looks for, or what it hands on, as agents name
// them. Of several the first counts.
var sought = []string{"pattern", "query", "url", "description", "question", "prompt", "skill"}

// looksFor is what an input looks for, in a line; "" where it says none.
func looksFor(input []byte) string {
	found := make(map[string]string, len(sought))
	d := payload.MembersOf(input)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		found[string(name)] = payload.TextOf(v)
	}
	for _, name := range sought {
		if text := strings.Join(strings.Fields(found[name]), " "); text != "" {
			return Bounded(text)
		}
	}
	return ""
}
