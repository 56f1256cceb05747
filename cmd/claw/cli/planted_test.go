package cli_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	"github.com/clawable/claw/producers/scrub"
)

// plants has a secret of each family of rules, and the part of it that must not occur.
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
	"command":          {"sshpass -p " + "Hq9Kq2Zx9Lm4Rb8W" + " ssh me@host", "Hq9Kq2Zx"},
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

// telling are the verbs that print the content of a log, with arguments; LANE and SESSION are
// replaced by each lane and session.
var telling = map[string][]string{
	"claw board": nil, "claw lanes": nil, "claw lane show": {"LANE"}, "claw lane outcome": {"LANE"}, "claw timeline": {"LANE"}, "claw lane explain": {"LANE"},
	"claw sessions": nil, "claw tools": nil, "claw errors": nil, "claw usage": nil, "claw search": {"the"}, "claw status": nil, "claw doctor": nil,
	"claw log stat": nil, "claw log verify": nil, "claw log read": nil, "claw log tail": nil, "claw log export": nil,
	"claw watch": {"--once", "--from", "start"}, "claw projector status": nil, "claw projector verify": nil, "claw projector run": {"--once"},
	"claw audit session": {"SESSION"}, "claw audit lane": {"LANE"}, "claw audit tokens": nil, "claw audit who": {"git"}, "claw audit what": {"refs/heads/main"},
	"claw approval list": nil, "claw signers list": nil, "claw ship list": nil, "claw policy show": nil, "claw policy check": {"--command", "ls"},
	"claw policy explain": {"--command", "ls"}, "claw policy lint": nil, "claw import": {"--yes"}, "claw token list": nil,
	"claw expect show": nil, "claw expect explain": {"LANE"}, "claw report new": {"--since", "all"}, "claw report list": nil, "claw report status list": {"--all"},
	"claw pinpoint list": {"--all"}, "claw nudge list": nil, "claw conformance list": nil,
}

// tellingOne are the verbs that print one thing of a log which no recording makes: the test
// of what people write shows them one.
var tellingOne = []string{"claw approval show", "claw approval export", "claw approval verify", "claw approval wait", "claw audit approval",
	"claw audit ship", "claw audit release", "claw ship show", "claw report show", "claw report diff", "claw report verify", "claw report view", "claw pinpoint show"}

// answering are the verbs that write what a person or a program says, and answer with it.
var answering = []string{"claw lane bind", "claw lane settle", "claw lane close", "claw lane start", "claw lane restart", "claw lane expect", "claw lane finish", "claw lane accept", "claw lane reopen", "claw log append", "claw log import", "claw log restore",
	"claw log forget", "claw log scrub", "claw approval request", "claw approval consume", "claw approval grant", "claw approval import", "claw approval deny", "claw approval revoke",
	"claw approval delegate", "claw log clock reset", "claw signers add", "claw signers remove", "claw policy adopt", "claw expect adopt", "claw ship prepare", "claw ship push",
	"claw test", "claw ship scan", "claw audit gaps", "claw state write", "claw state read", "claw report file", "claw report amend", "claw report ack", "claw token create",
	"claw token revoke", "claw report advertise", "claw conformance run",
	"claw report status post", "claw report status expire", "claw pinpoint file", "claw pinpoint attach", "claw pinpoint link", "claw pinpoint rank", "claw pinpoint move", "claw pinpoint handoff",
	"claw pinpoint follow", "claw nudge send", "claw nudge ack"}

// besides are the verbs that print nothing of a log.
var besides = []string{"claw init", "claw policy init", "claw help", "claw man", "claw version", "claw trust", "claw schema list", "claw schema show", "claw schema fields", "claw schema diff", "claw hooks install",
	"claw hooks uninstall", "claw hooks status", "claw ship hooks install", "claw ship hooks uninstall", "claw ship hooks status", "claw fixtures list", "claw fixtures write", "claw fixtures verify", "claw git status",
	"claw log backup", "claw log compare", "claw log copy", "claw projector rebuild", "claw redact explain", "claw redact lint", "claw prices list", "claw prices show", "claw prices update", "claw audit verify"}

// TestTheTableOfVerbsIsLookedAtForSecrets holds the lists above to the verbs that there are.
func TestTheTableOfVerbsIsLookedAtForSecrets(t *testing.T) {
	listed := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(telling)), tellingOne, answering, besides)))
	if diff := cmp.Diff(slices.Sorted(maps.Keys(good)), listed); diff != "" {
		t.Errorf("verbs in the lists of secrets: -want +got\n%s", diff)
	}
}

// toldOf is what the verbs of telling print about the log of a world, as text and as JSON.
func toldOf(w *clitest.World) (said []string) {
	w.T.Helper()
	ids := map[string][]string{"LANE": idsOf(w, "lanes", "lane"), "SESSION": idsOf(w, "sessions", "session")}
	for verb, args := range telling {
		lines := [][]string{args}
		if len(args) > 0 && ids[args[0]] != nil {
			lines = nil
			for _, id := range ids[args[0]] {
				lines = append(lines, []string{id})
			}
		}
		for _, args := range lines {
			said = append(said, saying(w, append(strings.Fields(verb)[1:], args...))...)
		}
	}
	return said
}

// saying is what a verb says on both streams, as text and as JSON; it must succeed, or find something.
func saying(w *clitest.World, line []string) (said []string) {
	w.T.Helper()
	for _, args := range [][]string{line, append(line[:len(line):len(line)], "--json")} {
		a := w.Run(args...)
		if a.Code > 1 {
			w.T.Errorf("claw %s: exit %d\n%s%s", strings.Join(args, " "), a.Code, a.Out, a.Err)
		}
		said = append(said, a.Out, a.Err)
	}
	return said
}

// idsOf are the ids in a list of a world, not nil.
func idsOf(w *clitest.World, list, member string) []string {
	w.T.Helper()
	ids := []string{}
	for _, row := range clitest.Documents(w.T, w.Must(list, "--json").Out)[0][list].([]any) {
		ids = append(ids, row.(map[string]any)[member].(string))
	}
	return ids
}

// tellNone fails for each secret in what was said.
func tellNone(w *clitest.World, said []string) {
	w.T.Helper()
	for _, text := range said {
		for family, p := range plants {
			if at := strings.Index(text, p.tell); at >= 0 {
				w.T.Errorf("%s: ...%q", family, text[max(0, at-80):min(len(text), at+20)])
			}
		}
	}
}

// TestASecretThatAPersonWritesIsNowhere gives each verb that takes a reason one with a
// secret of each family, and shows what it made by each verb that shows one thing.
func TestASecretThatAPersonWritesIsNowhere(t *testing.T) {
	w := worldFor(t, "claw pinpoint file")
	var secrets []string
	for _, p := range plants {
		secrets = append(secrets, p.secret)
	}
	reason := "seen were " + strings.Join(secrets, " and ") // a key may be the first, and begins as an option does
	var said []string
	for _, verb := range []string{"claw lane settle", "claw lane close", "claw lane accept", "claw lane reopen", "claw lane restart", "claw approval deny", "claw approval revoke", "claw approval delegate", "claw approval request", "claw report amend", "claw report ack", "claw pinpoint link", "claw pinpoint move"} {
		a := w.Run(append(commandLine(verb), "--reason", reason)...) // what is to be signed is refused instead
		said = append(said, a.Out, a.Err)
	}
	for _, line := range [][]string{{"pinpoint", "file", reason, "--description", reason, "--class", "infra", "--place", reason, "--signature", reason},
		{"pinpoint", "attach", "#1", "--role", "repro", "--path", "p.diff", "--preview", reason}, {"report", "status", "post", "working", "--topic", "build", "--description", reason}} {
		for _, args := range [][]string{line, append(line[:len(line):len(line)], "--json")} {
			a := w.Must(args...)
			said = append(said, a.Out, a.Err)
		}
	}
	if !strings.Contains(w.Must("log", "export").Out, "scrubbed") {
		t.Error("no secret met the scrubber")
	}
	for _, verb := range tellingOne {
		for _, args := range [][]string{commandLine(verb), commandLine(verb, "--json")} {
			a := w.Run(args...)
			said = append(said, a.Out, a.Err)
		}
	}
	tellNone(w, append(append(said, toldOf(w)...), w.LogBytes()))
}

func TestAPlantedSecretIsNowhereWhateverAgentRecordedIt(t *testing.T) {
	for _, agent := range logcmd.Agents() {
		t.Run(agent.Reader.Source(), func(t *testing.T) {
			t.Parallel()
			w := clitest.Empty(t)
			planted := recordWithPlants(w, agent.Reader.Source())
			said := []string{w.Run("import", "--yes", "--json", planted).Out}
			w.Tune = func(p *app.Program) { p.Ends = true } // which leaves a write-ahead log behind
			again := w.Run("import", "--yes", planted)
			said = append(said, again.Out, again.Err)
			said = append(said, toldOf(w)...)
			exported := w.Run("log", "export").Out
			if strings.Count(exported, "scrubbed") == 0 {
				t.Fatalf("no secret of %s met the scrubber", agent.Title)
			}
			tellNone(w, append(said, exported, w.LogBytes()))
		})
	}
}

// recordWithPlants copies the recordings of an agent with secrets in them, and lines
// that no reader understands, and returns their folder.
func recordWithPlants(w *clitest.World, agent string) string {
	w.T.Helper()
	from := filepath.Join(clitest.InRepository("fixtures"), agent)
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
		text := withPlants(w.T, name, clitest.Read(w.T, path))
		if strings.HasSuffix(name, ".jsonl") {
			for _, p := range plants {
				text += p.secret + "\n"
			}
		}
		w.File("planted/"+filepath.ToSlash(name), text)
		return nil
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return w.Path("planted")
}
