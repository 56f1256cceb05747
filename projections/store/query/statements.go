package query

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/index"
)

// StatementsOn lists the events of the family lane that name a lane, each once, in no order.
func StatementsOn(s Model, id domain.LaneID) (out []domain.EventID, err error) {
	from, seen := ties(s), map[domain.EventID]bool{}
	for _, f := range from.Load(index.LaneKey(id)) {
		if strings.HasPrefix(string(f.Kind), "lane.") && !seen[f.ID] {
			seen[f.ID] = true
			out = append(out, f.ID)
		}
	}
	return out, from.Err
}
