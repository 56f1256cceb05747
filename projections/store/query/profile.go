package query

import (
	"fmt"

	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/profile"
	"github.com/clawable/claw/projections/store/tables"
)

// ProfileInForce returns what the adoptions of profiles in a log come to.
//
// Errors: those of the read model.
func ProfileInForce(s Model) (profile.State, error) { return inForce(s.Facts(nil)) }

// inForce is [ProfileInForce] by a loader.
func inForce(from *tables.Loader) (profile.State, error) {
	adopted := from.Load(index.ProfileKey)
	if from.Err != nil {
		return profile.State{}, fmt.Errorf("load the profiles that the log adopted: %w", from.Err)
	}
	return profile.InForce(adopted), nil
}
