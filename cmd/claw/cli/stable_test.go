package cli_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/schemas/schematest"
)

// TestStableFieldsAreThere holds docs/json.md, where it says which members are always
// there, to what every verb answers and to the published schemas.
func TestStableFieldsAreThere(t *testing.T) {
	_, section, _ := strings.Cut(clitest.Read(t, clitest.InRepository("docs/json.md")), "| document | always there |\n")
	promised := map[string]string{}
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, " | "); len(cells) == 2 && strings.HasPrefix(line, "| `") {
			promised[strings.Trim(cells[0], "| `")] = cells[1]
		} else if strings.TrimSpace(line) == "" {
			break
		}
	}
	for verb := range good {
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			document := clitest.Documents(t, worldFor(t, verb).Must(commandLine(verb, "--json")...).Out)[0]
			kind, _ := document["kind"].(string)
			promise, ok := promised[kind]
			switch {
			case document["type"] == "receipt" || document["data_digest"] != nil:
				return // a line of a stream
			case !ok:
				t.Errorf("%q is not in docs/json.md", kind)
			}
			checkPromise(t, kind, promise, document)
		})
	}
}

// memberName is a name of a member in the docs; [] says that it is a list.
var memberName = regexp.MustCompile("`([a-z_]+)(\\[\\])?`")

// mostElements is how many elements of a list are held to a promise: each is a check of the whole document.
const mostElements = 5

// checkPromise reads "`lanes[]` with `lane` `state`; `total`".
func checkPromise(t *testing.T, kind, promise string, document map[string]any) {
	t.Helper()
	for _, part := range strings.Split(promise, ";") {
		outer, inner, _ := strings.Cut(part, " with ")
		var last any
		for _, m := range memberName.FindAllStringSubmatch(outer, -1) {
			value, ok := document[m[1]]
			if _, list := value.([]any); !ok || list != (m[2] != "") {
				t.Errorf("%s: %s is %v", kind, m[1], value)
			}
			checkRequired(t, kind, document, document, m[1])
			last = value
		}
		for _, m := range memberName.FindAllStringSubmatch(inner, -1) {
			elements, list := last.([]any)
			if !list {
				elements = []any{last}
			}
			for _, e := range elements[:min(len(elements), mostElements)] {
				if _, ok := e.(map[string]any)[m[1]]; !ok {
					t.Errorf("%s: an element is without %s: %v", kind, m[1], e)
				}
				checkRequired(t, kind, document, e.(map[string]any), m[1])
			}
		}
	}
}

// checkRequired holds the schema of a document to refuse it without a member of it, or
// of an object in it.
func checkRequired(t *testing.T, kind string, document, object map[string]any, member string) {
	t.Helper()
	value, ok := object[member]
	if !ok {
		return
	}
	delete(object, member)
	defer func() { object[member] = value }()
	if schematest.Check(encoded(t, document)) == nil {
		t.Errorf("%s: the schema takes it without %s", kind, member)
	}
}

func encoded(t *testing.T, document any) []byte {
	t.Helper()
	b, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
