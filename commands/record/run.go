package record

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// RunOf is the run that a decision in a stream goes on with: a ship is one run from what was
// meant to what it brought, and a lane that of its last event, whatever process decides. "" for
// none, and for streams that several runs share. What is not trusted names no run, and what was
// read in history none of a ship.
func RunOf(stream domain.StreamID, events []domain.Event) domain.CorrelationID {
	if stream.Family != domain.FamilyShip && stream.Family != domain.FamilyLane {
		return ""
	}
	for _, e := range slices.Backward(events) {
		imported := strings.HasPrefix(e.Source.Channel, domain.ImportChannel)
		if e.Correlation != "" && e.Source.Trust != domain.TrustLow && !(imported && stream.Family == domain.FamilyShip) {
			return e.Correlation
		}
	}
	return ""
}
