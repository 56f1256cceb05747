package cli_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// tokens are those of one response or of a day: input, output, written to the cache, read from it.
type tokens [4]int

func (t *tokens) add(o tokens) {
	for i := range t {
		t[i] += o[i]
	}
}

// usageLine is one record of a response in a transcript of Claude Code.
type usageLine struct {
	tokens
	day, model string
	request    bool // the line has a requestId
	relayed    bool // the line is a parent's progress record about its subagent
}

// response is what transcripts record about one message of the model, in the order of reading.
type response []usageLine

// byCcusage returns the lines that ccusage adds up: the first one with a requestId, and each without.
func (r response) byCcusage() (lines []usageLine) {
	first := true
	for _, l := range r {
		if l.relayed || l.request && !first {
			continue
		}
		first = first && !l.request
		lines = append(lines, l)
	}
	return lines
}

// byClaw returns one record with the greatest count of each kind, of the earliest day.
func (r response) byClaw() usageLine {
	one := r[0]
	for _, l := range r[1:] {
		one.day = min(one.day, l.day)
		for i := range one.tokens {
			one.tokens[i] = max(one.tokens[i], l.tokens[i])
		}
	}
	return one
}

// difference names why both rules differ for a message, "" where they agree.
func (r response) difference() string {
	var ccusage tokens
	lines := r.byCcusage()
	for _, l := range lines {
		ccusage.add(l.tokens)
	}
	switch {
	case len(lines) == 0:
		return "only relayed by the parent"
	case len(lines) > 1:
		return "a copy without requestId"
	case ccusage != r.byClaw().tokens:
		return "recorded while it was written"
	}
	return ""
}

// transcripts copies the shared transcripts of Claude Code to folder, as its home has them, and returns their
// responses as ccusage reads them, files by their first time, and how many files there are.
func transcripts(t *testing.T, folder string) (all []response, n int) {
	root := clitest.InRepository("../shared/data")
	text, err := os.ReadFile(filepath.Join(root, "manifest.json"))
	if err != nil {
		t.Skip("the shared recordings are not here")
	}
	var manifest []struct{ File, Fmt string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	type file struct {
		begin string
		lines []transcriptLine
	}
	var files []file
	for i, m := range manifest {
		if m.Fmt != "claude-code" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, m.File))
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, fmt.Sprintf("%04d.jsonl", i)), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		f := file{begin: "9"}
		for line := range bytes.Lines(text) {
			var l transcriptLine
			if json.Unmarshal(line, &l) != nil {
				continue
			}
			if l.Timestamp != "" {
				f.begin = min(f.begin, l.Timestamp)
			}
			f.lines = append(f.lines, l)
		}
		files = append(files, f)
	}
	slices.SortStableFunc(files, func(a, b file) int { return strings.Compare(a.begin, b.begin) })
	at := map[string]int{}
	for _, f := range files {
		for _, l := range f.lines {
			id, u, ok := l.usage()
			if !ok {
				continue
			}
			n, known := at[id]
			if !known {
				n, at[id] = len(all), len(all)
				all = append(all, nil)
			}
			all[n] = append(all[n], u)
		}
	}
	return all, len(files)
}

// transcriptLine is what a line says of usage.
type transcriptLine struct {
	Timestamp string
	RequestID string `json:"requestId"`
	Message   struct {
		ID, Model, Role string
		Usage           *struct {
			Input  int `json:"input_tokens"`
			Output int `json:"output_tokens"`
			Write  int `json:"cache_creation_input_tokens"`
			Read   int `json:"cache_read_input_tokens"`
		}
	}
	Data struct{ Message *transcriptLine }
}

func (l *transcriptLine) usage() (id string, u usageLine, ok bool) {
	m := l
	if l.Data.Message != nil {
		m, u.relayed = l.Data.Message, true
	}
	if m.Message.Usage == nil || m.Message.Role != "assistant" {
		return "", u, false
	}
	n := m.Message.Usage
	u.tokens, u.model = tokens{n.Input, n.Output, n.Write, n.Read}, m.Message.Model
	u.day, u.request = cmp.Or(m.Timestamp, l.Timestamp)[:len("2006-01-02")], l.RequestID != ""
	return m.Message.ID, u, true
}

// TestDailyUsageIsRecountedFromTheTranscripts recounts claw usage by day from the lines, and each message for
// which ccusage's rule gives another count: docs/usage.md has the table. With CLAW_TEST_NPM it runs ccusage
// itself, an oracle that is not ours, which npm installs.
func TestDailyUsageIsRecountedFromTheTranscripts(t *testing.T) {
	t.Parallel()
	w := clitest.New(t)
	home := filepath.Join(w.Dir, "claude")
	responses, files := transcripts(t, filepath.Join(home, "projects", "p"))

	want, ccusage, differences, short := map[string]tokens{}, map[[2]string]tokens{}, map[string]int{}, 0
	for _, r := range responses {
		one := r.byClaw()
		if one.model != "<synthetic>" { // what the agent says itself, of no model
			want[one.day] = plus(want[one.day], one.tokens)
		}
		for _, l := range r.byCcusage() {
			if key := [2]string{l.day, l.model}; l.model != "<synthetic>" {
				ccusage[key] = plus(ccusage[key], l.tokens)
			}
		}
		if why := r.difference(); why != "" {
			differences[why]++
			if why == "recorded while it was written" {
				short += one.tokens[1] - r.byCcusage()[0].tokens[1]
			}
		}
	}
	days, alike := map[string]tokens{}, 0
	for key, sum := range ccusage {
		days[key[0]] = plus(days[key[0]], sum)
	}
	for day, sum := range want {
		if days[day] == sum {
			alike++
		}
	}
	differences["responses"], differences["days"], differences["days alike"], differences["output tokens fewer"] = len(responses), len(want), alike, short
	documented := map[string]int{"responses": 994, "days": 22, "days alike": 11, "output tokens fewer": 27047,
		"recorded while it was written": 64, "a copy without requestId": 1, "only relayed by the parent": 15}
	if diff := gocmp.Diff(documented, differences); diff != "" && files == 41 { // those of the table
		t.Errorf("(-docs/usage.md +recounted)\n%s", diff)
	}

	w.Must("import", "--log", "usage.db", "--from", "claude-code", filepath.Join(home, "projects"))
	if diff := gocmp.Diff(want, usageByDay(t, w.Must("usage", "--log", "usage.db", "--by", "day", "--utc", "--json").Out)); diff != "" {
		t.Errorf("claw usage (-recounted +claw)\n%s", diff)
	}
	if os.Getenv("CLAW_TEST_NPM") == "" {
		t.Skip("CLAW_TEST_NPM is not set: ccusage itself is not asked, it installs by npm")
	}
	if diff := gocmp.Diff(ccusage, usageOfCcusage(t, home)); diff != "" {
		t.Errorf("ccusage (-recounted by its rule +ccusage)\n%s", diff)
	}
}

func plus(a, b tokens) tokens {
	a.add(b)
	return a
}

// usageByDay reads a document of claw usage; days without tokens are left out.
func usageByDay(t *testing.T, out string) map[string]tokens {
	var d struct {
		Rows []struct {
			Key   string
			Usage struct {
				Input  int `json:"input_tokens"`
				Output int `json:"output_tokens"`
				Write  int `json:"cache_creation_tokens"`
				Read   int `json:"cache_read_tokens"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	days := map[string]tokens{}
	for _, r := range d.Rows {
		if sum := (tokens{r.Usage.Input, r.Usage.Output, r.Usage.Write, r.Usage.Read}); sum != (tokens{}) {
			days[r.Key] = sum
		}
	}
	return days
}

// usageOfCcusage runs ccusage on a home of Claude Code, by day and model.
func usageOfCcusage(t *testing.T, home string) map[[2]string]tokens {
	folder := t.TempDir()
	install := exec.Command("npm", "install", "--no-audit", "--no-fund", "--no-update-notifier", "--cache", filepath.Join(folder, "cache"), "--prefix", folder, "ccusage@18.0.11")
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm does not install ccusage: %v\n%s", err, out)
	}
	run := exec.CommandContext(t.Context(), filepath.Join(folder, "node_modules", ".bin", "ccusage"), "daily", "--json", "--breakdown", "--offline", "-z", "UTC")
	run.Env = append(os.Environ(), "CLAUDE_CONFIG_DIR="+home, "HOME="+folder, "LOG_LEVEL=0")
	out, err := run.Output()
	if err != nil {
		t.Fatalf("ccusage: %v\n%s", err, out)
	}
	var d struct {
		Daily []struct {
			Date   string
			Models []struct {
				Name   string `json:"modelName"`
				Input  int    `json:"inputTokens"`
				Output int    `json:"outputTokens"`
				Write  int    `json:"cacheCreationTokens"`
				Read   int    `json:"cacheReadTokens"`
			} `json:"modelBreakdowns"`
		}
	}
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatal(err)
	}
	got := map[[2]string]tokens{}
	for _, day := range d.Daily {
		for _, m := range day.Models {
			key := [2]string{day.Date, strings.TrimSuffix(m.Name, "-fast")} // the speed of a response is no other model
			got[key] = plus(got[key], tokens{m.Input, m.Output, m.Write, m.Read})
		}
	}
	return got
}
