package view

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
)

// SessionWork is what calls of a session committed, pushed and proposed, such as "committed 3f2a1c9,
// pushed to main, #12 merged"; "" where they did nothing of that.
func SessionWork(s *query.SessionRow) string {
	var parts []string
	switch n := len(s.Commits); n {
	case 0:
	case 1:
		parts = append(parts, "committed "+string(s.Commits[0][:min(len(s.Commits[0]), shortCommit)]))
	default:
		parts = append(parts, term.Many(n, "commit"))
	}
	for _, p := range s.Pushes {
		switch {
		case p.Result == domain.ObservedRejected:
			parts = append(parts, strings.TrimSpace("push rejected "+p.Ref))
		case p.Ref == "":
			parts = append(parts, "pushed")
		default:
			parts = append(parts, "pushed to "+p.Ref)
		}
	}
	for _, p := range s.Pulls {
		if p.Number != 0 {
			parts = append(parts, strings.TrimSpace("#"+strconv.Itoa(p.Number)+" "+string(p.State)))
		}
	}
	return strings.Join(parts, ", ")
}
