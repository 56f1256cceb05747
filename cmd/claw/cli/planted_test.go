package cli_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/producers/scrub"
)

// plants has a secret of each family of rules, and the part of it that must be nowhere.
// None is written as a whole.
var plants = map[string]struct{ secret, tell string }{
	"private-key":      {"-----BEGIN RSA PRIVATE " + "KEY-----\nMIIEowIBAAKCAQEAx7Qm" + strings.Repeat("Zq3n", 20) + "\n-----END RSA PRIVATE " + "KEY-----", "Zq3nZq3n"},
	"code-host":        {"ghp" + "_" + "9fK2mQ7xV4bT1nR8sW3yZ6cL5dH0jPaEuGiO", "9fK2mQ7x"},
	"cloud":            {"AKIA" + "Q3EGRVZ7K2MXNTPL", "Q3EGRVZ7"},
	"infrastructure":   {"glsa" + "_" + "Hs6Jd1Fg5PaQeUiVt7Kq2Zx9Lm4Rb8Wn" + "_" + "a7b8c9d0", "Hs6Jd1Fg"},
	"model-provider":   {"sk-ant-" + "api03-" + strings.Repeat("Rk8vQ2nXw5", 9) + "abcAA", "Rk8vQ2nX"},
	"package-registry": {"npm" + "_" + "Vt7Kq2Zx9Lm4Rb8Wn3Yc6Hs1Jd5Fg0PaQeUi", "Vt7Kq2Zx"},
	"messaging":        {"xoxb-" + "739201846512-839201746533-Kq7ZtVx2Lm9Rb4Wn8Yc3Hs6J", "Kq7ZtVx2"},
	"payment":          {"sk" + "_live_" + "Bt5Kq2Zx9Lm4Rb8Wn3Yc6Hs1", "Bt5Kq2Zx"},
	"service":          {"lin" + "_api_" + "Gm4Kq2Zx9Lm4Rb8Wn3Yc6Hs1Jd5Fg0PaQeUiYw2b", "Gm4Kq2Zx"},
	"web":              {"postgres://app:" + "w7Kq2ZxL9m" + "@db.internal/prod", "w7Kq2ZxL"},
	"assignment":       {"export DEPLOY_TOKEN=" + "Pw3Kq2Zx9Lm4Rb8Wn3Yc", "Pw3Kq2Zx"},
}

func TestThePlantsAreOfEveryFamily(t *testing.T) {
	for _, rule := range scrub.New().Rules() {
		p, ok := plants[rule.Family]
		if clean, hits := scrub.New().Text("a " + p.secret + " b"); !ok || len(hits) == 0 || strings.Contains(clean, p.tell) {
			t.Fatalf("family %s has no plant that is a secret", rule.Family)
		}
	}
}

// prose is a text of a JSON document: a value with a space in it, no time.
var prose = regexp.MustCompile(`: ?"([^"\\0-9]|\\.)([^"\\]|\\.)* ([^"\\]|\\.)*"`)

// withPlants puts a secret behind each text of a recording, one family after the other.
func withPlants(t *testing.T, name, text string) string {
	t.Helper()
	var all []string
	for _, p := range plants {
		all = append(all, p.secret)
	}
	next := 0
	secret := func() string {
		next++
		return " " + all[next%len(all)]
	}
	if strings.HasSuffix(name, ".md") {
		return regexp.MustCompile(`(?m)^.*[a-z]$`).ReplaceAllStringFunc(text, func(line string) string {
			return line + strings.ReplaceAll(secret(), "\n", " ")
		})
	}
	return prose.ReplaceAllStringFunc(text, func(value string) string {
		quoted, err := json.Marshal(secret())
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(value, `"`) + strings.TrimPrefix(string(quoted), `"`)
	})
}

// telling are the verbs that print what recordings said.
var telling = [][]string{{"board"}, {"lanes"}, {"sessions"}, {"tools"}, {"errors"}, {"usage"}, {"status"}, {"doctor"}, {"search", "the"},
	{"log", "stat"}, {"log", "verify"}}

func TestAPlantedSecretIsNowhereWhateverAgentRecordedIt(t *testing.T) {
	for _, agent := range cli.Agents() {
		t.Run(agent.Reader.Source(), func(t *testing.T) {
			w := emptyWorld(t)
			planted := w.recordWithPlants(agent.Reader.Source())
			said := []string{w.run("import", "--yes", "--json", planted).Out}
			w.tune = func(p *cli.Program) { p.Ends = true } // which leaves a write-ahead log behind
			again := w.run("import", "--yes", planted)
			said = append(said, again.Out, again.Err)
			for _, verb := range telling {
				for _, args := range [][]string{verb, append([]string{"--json"}, verb...)} {
					a := w.run(args...)
					said = append(said, a.Out, a.Err)
				}
			}
			exported := w.run("log", "export").Out
			if strings.Count(exported, "scrubbed") == 0 {
				t.Fatalf("no secret of %s met the scrubber", agent.Title)
			}
			for _, text := range append(said, exported, w.filesOfTheLog()) {
				for family, p := range plants {
					if at := strings.Index(text, p.tell); at >= 0 {
						t.Errorf("%s: ...%q", family, text[max(0, at-80):min(len(text), at+20)])
					}
				}
			}
		})
	}
}

// recordWithPlants copies the recordings of an agent with secrets in them, and lines
// that no reader understands, and returns their folder.
func (w *world) recordWithPlants(agent string) string {
	w.t.Helper()
	from := filepath.Join(fixtures, agent)
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(from, path)
		if d.IsDir() && d.Name() == "want" {
			return fs.SkipDir
		}
		if d.IsDir() || d.Name() == "README.md" {
			return nil
		}
		text := withPlants(w.t, name, read(w.t, path))
		if strings.HasSuffix(name, ".jsonl") {
			for _, p := range plants {
				text += p.secret + "\n"
			}
		}
		w.file("planted/"+filepath.ToSlash(name), text)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return w.path("planted")
}

// filesOfTheLog are the bytes of the log, its write-ahead log, the read model and the
// search index.
func (w *world) filesOfTheLog() string {
	w.t.Helper()
	files, err := filepath.Glob(w.log() + "*")
	if err != nil || len(files) < 3 {
		w.t.Fatalf("files of the log: %v, %v", files, err)
	}
	var all strings.Builder
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			w.t.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}
