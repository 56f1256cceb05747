package explain

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
)

// ships adds the events that report the ships that brought something of a lane.
func ships(s query.Model, b Reasons, id domain.LaneID) error {
	ships, err := query.ShipsThatCarried(s, id)
	if err != nil {
		return err
	}
	var events []domain.EventID
	for _, shipped := range ships {
		row, err := query.Ship(s, shipped.Ship.String())
		if err != nil {
			return err
		}
		events = append(events, row.Provenance.Event, row.Pushed.Event)
	}
	if events = slices.DeleteFunc(events, domain.EventID.IsZero); len(events) > 0 {
		b.add("ships", "row.ships", events...)
	}
	return nil
}
