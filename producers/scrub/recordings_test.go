package scrub_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/scrub"
)

// documents calls visit with each JSON document of the recordings under root.
func documents(t *testing.T, root string, visit func(path string, doc []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		separator := "\n"
		switch filepath.Ext(path) {
		case ".jsonl", ".ndjson":
		case ".json", ".traj":
			separator = "\x00"
		default:
			return nil
		}
		for doc := range strings.SplitSeq(string(content), separator) {
			if doc = strings.TrimSpace(doc); doc != "" {
				visit(path, []byte(doc))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The planted secret beside each record makes the scrubber walk and rewrite the whole document.
func TestNoByteOfARecordedLineIsChanged(t *testing.T) {
	s := scrub.New()
	secret, _ := plant("ghp_<an:36>", seeded(1))
	lines := 0
	documents(t, "testdata/recorded", func(path string, doc []byte) {
		lines++
		beside := func(value string) string { return `{"planted":` + quoted(value) + `,"record":` + string(doc) + `}` }
		got, hits, err := s.Data([]byte(beside(secret)))
		if err != nil || len(hits) != 1 {
			t.Errorf("%s: hits %v, error %v", path, hits, err)
		}
		if diff := cmp.Diff(beside(`{"scrubbed":{"rule":"github-token","bytes":40}}`), string(got)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", path, diff)
		}
	})
	if lines < 50 {
		t.Errorf("only %d recorded lines were read", lines)
	}
}

// looked are the formats of the recordings in whose files a person has looked for secrets, beside
// recordedForClaw. A collection may grow by others.
var (
	looked = []string{"acp-fixture", "acp-schema", "acp-traffic", "claude-code", "claude-hooks", "claw-omx", "codex-app-server-schema",
		"codex-app-server-traffic", "codex-rollout", "codex-tui-log", "copilot-cli", "cursor", "entire-checkpoint", "factory-droid",
		"gemini-cli", "kiro", "mini-swe-agent", "opencode", "openhands", "pi", "swe-agent"}
	recordedForClaw = regexp.MustCompile(`^recorded/(claude|codex)/`)
)

// formats reads a manifest: file → format.
func formats(t *testing.T, root string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ File, Fmt string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	format := map[string]string{}
	for _, row := range rows {
		format[row.File] = row.Fmt
	}
	for _, known := range looked {
		if !slices.Contains(slices.Collect(maps.Values(format)), known) {
			t.Errorf("the manifest has no %s", known)
		}
	}
	return format
}

func TestAllRecordingsHoldTheKnownSecretsOnly(t *testing.T) {
	const root = "../../../shared/data"
	if _, err := os.Stat(root); err != nil {
		t.Skip("the shared recordings are not beside this repository; TestNoByteOfARecordedLineIsChanged proves the same on the copies in testdata/recorded")
	}
	want := map[string]int{
		// A review quotes the password of a sample: "check `DB_PASSWORD=exam-…`".
		"public/*/subagent_stop.json env-secret": 1,
		// A sign-in and its refreshes, recorded against a local server: identity and access tokens.
		"recorded/codex/login/exchange.json jwt": 6,
	}
	got := map[string]int{}
	s := scrub.New()
	format := formats(t, root)
	documents(t, root, func(path string, doc []byte) {
		name := strings.TrimPrefix(filepath.ToSlash(path), root+"/")
		if !recordedForClaw.MatchString(name) && !slices.Contains(looked, format[name]) {
			return // it was not searched for secrets
		}
		_, hits, err := s.Data(doc)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if strings.HasPrefix(name, "public/") {
			name = "public/*/" + filepath.Base(path)
		}
		for _, hit := range hits {
			got[name+" "+hit.Rule]++
		}
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
