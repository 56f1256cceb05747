package serve_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/consumers/httpapi"
)

// TestTheSamplesOfTheDocsAreWhatIsAnswered sends the request of each http block of docs/serve.md to the demo, and
// compares the rest of the block with the answer.
func TestTheSamplesOfTheDocsAreWhatIsAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	r := started(t, clitest.Empty(t), "--demo")
	secret := secretIn(t, r.SecretFile)
	file := clitest.InRepository("docs/serve.md")
	text := clitest.Read(t, file)
	samples := 0
	got := regexp.MustCompile("(?s)```http\n.*?```\n").ReplaceAllStringFunc(text, func(block string) string {
		samples++
		line, _, _ := strings.Cut(strings.TrimPrefix(block, "```http\n"), "\n")
		body := r.body(t, strings.TrimPrefix(line, "GET "), secret)
		body = regexp.MustCompile(`"correlation": "[0-9A-Z]{26}"`).ReplaceAllString(body, `"correlation": "01KT1GQ20000000000000000AA"`)
		return "```http\n" + line + "\n\n" + body + "```\n"
	})
	if samples < 2 {
		t.Errorf("%d samples", samples)
	}
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

// TestTheDocsListEachRoute compares the table of docs/serve.md with the OpenAPI document.
func TestTheDocsListEachRoute(t *testing.T) {
	w := clitest.New(t)
	verbs, listed := map[string]string{}, map[string]string{}
	for route, of := range openAPI(t, serving(t, w, httpapi.DefaultLimits())).Paths {
		for method, op := range map[string]described{"": of.Get, "POST ": of.Post} {
			if op.Verb != nil {
				verbs[method+route] = *op.Verb
			} else if method == "" && strings.Contains(route, "/stream/") {
				verbs[route] = ""
			}
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| `((?:POST )?/v1/[^`]*)` \\| (?:`claw ([^`]*)`)?").FindAllStringSubmatch(clitest.Read(t, clitest.InRepository("docs/serve.md")), -1) {
		if listed[row[1]] = row[2]; strings.Contains(row[1], "/stream/") {
			listed[row[1]] = ""
		}
	}
	if diff := cmp.Diff(verbs, listed); diff != "" {
		t.Errorf("(-described +listed)\n%s", diff)
	}
}

// TestTheCommandsOfTheDocsAreTaken runs the command line that starts a server in docs/serve.md.
func TestTheCommandsOfTheDocsAreTaken(t *testing.T) {
	lines := regexp.MustCompile(`(?m)^projector (serve[^#\n]*)`).FindAllStringSubmatch(clitest.Read(t, clitest.InRepository("docs/serve.md")), -1)
	if len(lines) == 0 {
		t.Fatal("the docs start no server")
	}
	for _, line := range lines {
		r := started(t, clitest.Empty(t), strings.Fields(line[1])[1:]...)
		if code := r.asked(t, "/v1/board?state=failed", secretIn(t, r.SecretFile)); code != 200 {
			t.Errorf("%s: %d", line[0], code)
		}
	}
}
