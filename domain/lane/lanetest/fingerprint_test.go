package lanetest

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain/lane"
)

func TestFingerprintsAreWhatTheyWere(t *testing.T) {
	for _, row := range fingerprints(string(LaneID("A"))) {
		t.Run(row.name, func(t *testing.T) {
			o := World(lane.Options{}, telling{}.events(t, row.events)).Outcome(LaneID("A"))
			sum := sha256.Sum256([]byte(row.hashed))
			if diff := cmp.Diff(hex.EncodeToString(sum[:]), o.Fingerprint.String()); diff != "" {
				t.Errorf("fingerprint of %s (-want +got):\n%s", row.hashed, diff)
			}
		})
	}
}
