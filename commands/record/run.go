package record

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// RunOf returns the run that a decision in a stream continues: a ship is one run from its
// intent to its result, and a lane has the run of its last event, whatever process decides. ""
// for none, and for streams that several runs share. An event that is not trusted names no run,
// and one that was read in history names no run of a ship.
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
