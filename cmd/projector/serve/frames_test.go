package serve_test

import (
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// TestEachFrameFitsItsSchema holds the frames of each stream of the OpenAPI document to the schema that it
// names for them.
func TestEachFrameFitsItsSchema(t *testing.T) {
	w := clitest.New(t)
	record(w, failedLane)
	s := serving(t, w, httpapi.DefaultLimits())
	compiler, all := compilerOf(t, s), openAPI(t, s).Paths
	held := map[string]bool{}
	for path, until := range map[string]string{"/v1/stream/events": newLane, "/v1/stream/outcomes": newLane, "/v1/stream/board": newLane, "/v1/stream/approvals": clitest.Pending} {
		for _, f := range s.all(path, until) {
			described, is := all[path].Get.Frames[f.event]
			if !is {
				t.Errorf("%s sends %q, which the document does not name", path, f.event)
				continue
			}
			fits(t, compiler, described.Ref, path, f.data)
			held[path] = true
		}
	}
	for path, of := range all {
		if len(of.Get.Frames) > 0 && !held[path] {
			t.Errorf("no frame of %s was read", path)
		}
	}
}
