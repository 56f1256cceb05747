package forward_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
)

func TestForwardsOfSettingsAreRead(t *testing.T) {
	got, err := forward.ParseSettings("config.toml", "/home/ada", []byte(`log = "run.db"
[[sink]]
name = "archive"
[[forward]]
name = "team"
to = "https://box.example:4774"
token_file = "~/.config/claw/team.token"
repos = ["github.com/ada/shop"]
content = "preview"
max_sensitivity = "operator_only"
rate = 500
[[forward]]
name = "store"
to = "esdb://box.example:2113"
`))
	want := []forward.Setting{{Name: "team", To: "https://box.example:4774", TokenFile: "/home/ada/.config/claw/team.token", Content: "preview",
		Repos: []string{"github.com/ada/shop"}, MaxSensitivity: "operator_only", Rate: 500}, {Name: "store", To: "esdb://box.example:2113", Content: "full"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

// TestForwardsThatCannotBeFollowedAreRefused names each problem with its line.
func TestForwardsThatCannotBeFollowedAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"[[forward]]\nname = \"a\"\n":                                                                        "c:1: to is missing",
		"[[forward]]\nname = \"../a\"\nto = \"esdb://h:1\"\n":                                                "c:2: name must be",
		"[[forward]]\nname = \"a\"\nto = \"https://h:1\"\n":                                                  "c:1: token_file is missing",
		"[[forward]]\nname = \"a\"\nto = \"https://h:1\"\ntoken_file = \"t\"\n":                              "c:4: token_file must be an absolute path",
		"[[forward]]\nname = \"a\"\nto = \"esdb://h:1\"\ntoken_file = \"/t\"\n":                              "c:4: token_file does not belong to a store",
		"[[forward]]\nname = \"a\"\nto = \"esdb://h:1\"\ncontent = \"some\"\n":                               "c:4: content must be one of",
		"[[forward]]\nname = \"a\"\nto = \"esdb://h:1\"\nmax_sensitivity = \"x\"\n":                          "c:4: max_sensitivity must be one of",
		"[[forward]]\nname = \"a\"\nto = \"esdb://h:1\"\nrate = -1\n":                                        "c:4: rate is negative",
		"[[forward]]\nname = \"a\"\nto = \"esdb://h:1\"\nrate = \"much\"\n":                                  "c:4:",
		"[[forward]]\nname = \"a\"\nto = \"esdb://h:1\"\ntoo = \"x\"\n":                                      "c:4: unknown key forward.too",
		"[[forward]]\nname = \"a\"\nto = \"esdb://h:1\"\n\n[[forward]]\nname = \"a\"\nto = \"esdb://h:2\"\n": "c:6: name stands twice",
	} {
		got, err := forward.ParseSettings("c", "/home/ada", []byte(text))
		var e *domain.Error
		if got != nil || !errors.As(err, &e) || e.Kind != domain.ErrParse || len(e.Cause) == 0 || !strings.HasPrefix(e.Cause[0], want) {
			t.Errorf("%q\n%v, %+v, want %q", text, got, err, want)
		}
	}
}
