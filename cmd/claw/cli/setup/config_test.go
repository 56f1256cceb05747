package setupcmd_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestEveryProblemOfASettingsFileIsNamedWithItsLine holds that one problem hides no other.
func TestEveryProblemOfASettingsFileIsNamedWithItsLine(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want []string // line and what is wrong
	}{
		"two wrong types":            {"log = 3\ncontent = 4\n", []string{"1: log must be a text", "2: content must be a text"}},
		"a wrong type before a word": {"log = 3\ncontent = \"some\"\n", []string{"1: log must be a text", `2: content = "some" must be one of full, preview, none`}},
		"keys that are not known":    {"[a]\nb = 1\n[c]\n", []string{"1: unknown key a", "3: unknown key c"}},
		"a part of a setting":        {"log.path = \"x\"\n", []string{"1: unknown key log.path"}},
		"a table":                    {"\n[log]\npath = \"x\"\n", []string{"2: log must be a text"}},
		"nothing said":               {"log = \"\"\ncontent = \"\"\n", []string{"1: log must name a log", `2: content = "" must be one of full, preview, none`}},
		"no TOML":                    {"log = 3\nlog\n", []string{"2: toml: expected '=' after key"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			w.File(".claw/config.toml", test.text)
			a := w.Run("status", "--json")
			e, _ := clitest.Documents(t, a.Out)[0]["error"].(map[string]any)
			causes, _ := e["cause"].([]any)
			if len(causes) != len(test.want) {
				t.Fatalf("problems %v, want %v", causes, test.want)
			}
			for i, want := range test.want {
				if got := causes[i].(string); !strings.HasSuffix(got, "config.toml:"+want) {
					t.Errorf("problem %q, want %q", got, want)
				}
			}
		})
	}
}

// A file in the place of the settings that cannot be read as such is named in an error: claw
// does not look for a log elsewhere.
func TestSettingsThatCannotBeReadAreNotPassedOver(t *testing.T) {
	for _, place := range []string{".claw/config.toml", "home/.config/claw/config.toml"} {
		for name, test := range map[string]struct {
			put  func(w *clitest.World, path string) error
			want string // of the error's kind
		}{
			"a folder": {func(_ *clitest.World, path string) error { return os.MkdirAll(path, 0o700) }, "filesystem"},
			"a link that leads to it": {func(w *clitest.World, path string) error {
				return errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.Symlink(path, path))
			}, "filesystem"},
			"a file above it": {func(w *clitest.World, path string) error { w.File(filepath.Dir(place), "x"); return nil }, ""},
		} {
			t.Run(place+" is "+name, func(t *testing.T) {
				w := clitest.Empty(t)
				if err := test.put(w, w.Path(place)); err != nil {
					t.Fatal(err)
				}
				a := w.Run("status", "--json")
				e, _ := clitest.Documents(t, a.Out)[0]["error"].(map[string]any)
				kind, _ := e["kind"].(string)
				if said := a.Out + a.Err; kind != test.want || kind != "" && !strings.Contains(said, filepath.Base(place)) {
					t.Errorf("kind %q, want %q:\n%s", kind, test.want, said)
				}
			})
		}
	}
}
