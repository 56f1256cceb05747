package cli_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestOneThingThatIsNotThereIsNotFound names one thing of each sort that the log does not
// know, to every verb that takes it.
func TestOneThingThatIsNotThereIsNotFound(t *testing.T) {
	w := clitest.New(t)
	const none = "01KT1GW6G0FXE8CX6BVXYZ3Z6R"
	for line, hint := range map[string]string{
		"lane show " + none:                    "claw lanes",
		"lane show 01KJSESXM0FXE8CX6BVXYZ3Z7S": "did you mean 01KJSESXM0FXE8CX6BVXYZ3Z",
		"lane show 01KJSESXX":                  "did you mean 01KJSESXM?",
		"lane outcome " + none:                 "claw lanes",
		"lane explain " + none:                 "claw lanes",
		"lane close " + none:                   "claw lanes",
		"lane restart " + none:                 "claw lanes",
		"lane expect " + none + " writes":      "claw lanes",
		"lane finish " + none:                  "claw lanes",
		"lane accept " + none:                  "claw lanes",
		"lane reopen " + none:                  "claw lanes",
		"lane settle " + none + " --event " + none + " --reason x":                  "claw lanes",
		"lane settle " + clitest.ContestedLane + " --event " + none + " --reason x": "claw lane explain",
		"lane explain codex/none":            "claw sessions",
		"audit session codex/none":           "claw sessions",
		"audit lane " + none:                 "claw lanes",
		"log forget codex/none":              "claw sessions",
		"git status repo.git --lane " + none: "claw lanes",
		"ship prepare yard --lane " + none:   "claw lanes",
		"ship push yard --lane " + none:      "claw lanes",
		"watch --once --lane 7ZZZ":           "claw lanes",
		"approval show " + none:              "claw approval list",
		"approval verify " + none:            "claw approval list",
		"approval export " + none:            "claw approval list",
		"approval deny " + none:              "claw approval list",
		"approval revoke " + none:            "claw approval list",
		"audit approval " + none:             "claw approval list",
		"ship show " + none:                  "claw ship list",
		"audit ship " + none:                 "claw ship list",
		"audit what abcdef0123":              "claw ship list",
		"signers remove SHA256:47DEQpj8HBSa": "claw signers list",
		"token revoke nobody":                "claw token list",
		"audit tokens nobody":                "claw token list",

		"lane bind " + clitest.ContestedLane + " codex/none":                                      "claw sessions",
		"lane bind " + none + " codex/none":                                                       "claw sessions",
		"lane bind " + none + " " + strings.Replace(clitest.BoundSession, "settled", "setled", 1): "did you mean " + clitest.BoundSession,
	} {
		t.Run(line, func(t *testing.T) {
			a := w.Run(append(strings.Fields(line), "--json")...)
			if a.Code != 1 {
				t.Fatalf("exit %d\n%s", a.Code, a.Out)
			}
			e := clitest.Documents(t, a.Out)[0]["error"].(map[string]any)
			if e["kind"] != "not_found" || !strings.Contains(e["hint"].(string), hint) {
				t.Errorf("kind %v, hint %q, want not_found and %q", e["kind"], e["hint"], hint)
			}
		})
	}
}
