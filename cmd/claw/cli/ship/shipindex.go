package shipcmd

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
)

// ShipIndex implements [shipping.ShipIndex] and [shipping.CommitIndex] by the read model, which
// is brought up to date for each call.
type ShipIndex struct{ App *app.App }

// OpenShips implements [shipping.ShipIndex].
func (i ShipIndex) OpenShips(repo domain.RepoID, ref domain.Ref) ([]domain.StreamID, domain.Position, error) {
	v, err := view.Open(i.App)
	if err != nil {
		return nil, domain.Position{}, err
	}
	streams, err := query.OpenShips(v, repo, ref)
	return streams, domain.PositionAt(v.Status.Position), err
}

// Brought implements [shipping.CommitIndex].
func (i ShipIndex) Brought(commits []domain.CommitID) ([][]shipping.Bringing, error) {
	v, err := view.Open(i.App)
	if err != nil {
		return nil, err
	}
	brought := make([][]shipping.Bringing, len(commits))
	for n, id := range commits {
		rows, err := query.ShipsWith(v, id, tables.ShipBrought)
		if err != nil {
			return nil, err
		}
		for r := range rows {
			brought[n] = append(brought[n], shipping.Bringing{Ship: rows[r].Stream, Ref: rows[r].Target().Ref, Told: rows[r].Provenance.Event})
		}
	}
	return brought, nil
}

// Lanes implements [shipping.CommitIndex]. Without a session the read model is not opened.
func (i ShipIndex) Lanes(sessions []domain.SessionID) (map[domain.SessionID]domain.LaneID, error) {
	lanes := map[domain.SessionID]domain.LaneID{}
	if len(sessions) == 0 {
		return lanes, nil
	}
	v, err := view.Open(i.App)
	if err != nil {
		return nil, err
	}
	for _, session := range sessions {
		lane, err := query.LaneOf(v, session)
		if err != nil {
			return nil, err
		}
		if lane != "" {
			lanes[session] = lane
		}
	}
	return lanes, nil
}
