package sinkcmd_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/sink"
)

// page is docs/sinks.md.
const page = "docs/sinks.md"

// TestTheSampleOfTheDocsIsWhatIsDelivered compares the delivery of docs/sinks.md with one of a sink.
func TestTheSampleOfTheDocsIsWhatIsDelivered(t *testing.T) {
	w := clitest.New(t)
	settings(w, "[[sink]]\nname = 'archive'\nkind = 'jsonl'\npath = '~/outcomes.jsonl'\nfrom = 'start'\nlane = '"+clitest.SettledLane+"'\n")
	must(t, w, "sink", "run", "--once")
	var d sink.Delivery
	if err := json.Unmarshal([]byte(clitest.Read(t, w.Path("home/outcomes.jsonl"))), &d); err != nil {
		t.Fatal(err)
	}
	d.View, d.Log = nil, "" // another for each log
	line, err := d.Text()
	if err != nil {
		t.Fatal(err)
	}
	var pretty strings.Builder
	into := json.NewEncoder(&pretty)
	into.SetEscapeHTML(false)
	into.SetIndent("", "  ")
	if err := into.Encode(json.RawMessage(line)); err != nil {
		t.Fatal(err)
	}
	sample := regexp.MustCompile(`"(log)": ""|"as_of_position": \d+`).ReplaceAllStringFunc(pretty.String(), func(s string) string {
		if strings.Contains(s, "log") {
			return `"log": "004ac84d…"`
		}
		return `"as_of_position": 398`
	})
	file := clitest.InRepository(page)
	text := clitest.Read(t, file)
	got := regexp.MustCompile("(?s)```json\n.*?```\n").ReplaceAllLiteralString(text, "```json\n"+sample+"```\n")
	switch {
	case got == text:
	case *clitest.Update:
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("(-want +got)\n%s", cmp.Diff(text, got))
	}
}

// TestTheSettingsOfTheDocsAreTaken reads each toml block of docs/sinks.md, and holds its table of keys to
// what is read.
func TestTheSettingsOfTheDocsAreTaken(t *testing.T) {
	text := clitest.Read(t, clitest.InRepository(page))
	blocks := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(text, -1)
	if len(blocks) == 0 {
		t.Fatal("there is none")
	}
	for _, b := range blocks {
		if _, err := sink.Parse(page, "/home/dev", []byte(b[1])); err != nil {
			t.Error(err)
		}
	}
	_, keys, _ := strings.Cut(text, "## Keys of a sink")
	keys, _, _ = strings.Cut(keys, "\n## ")
	for _, key := range sink.Keys() {
		if !strings.Contains(keys, "`"+key+"`") {
			t.Errorf("the docs do not say what %s is", key)
		}
	}
}

// TestTheVerbsOfTheDocsAreTaken runs the command lines of docs/sinks.md in a home with its first sink.
func TestTheVerbsOfTheDocsAreTaken(t *testing.T) {
	w := clitest.New(t)
	settings(w, "[[sink]]\nname = 'archive'\nkind = 'jsonl'\npath = '~/outcomes.jsonl'\n")
	lines := regexp.MustCompile(`(?m)^projector (sink [^#\n]*)`).FindAllStringSubmatch(clitest.Read(t, clitest.InRepository(page)), -1)
	if len(lines) < 4 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		must(t, w, strings.Fields(line[1])...)
	}
}
