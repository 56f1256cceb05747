package importing_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/codex"
)

// secrets has one of each family of rules; none is written as a whole anywhere.
var secrets = map[string]string{
	"private-key": "-----BEGIN RSA PRIVATE " + "KEY-----\\nMIIEowIBAAKCAQEAx7Qm" + strings.Repeat("Zq3n", 20) + "\\n-----END RSA PRIVATE " + "KEY-----",
	"code-host":   "ghp" + "_" + "9fK2mQ7xV4bT1nR8sW3yZ6cL5dH0jPaEuGiO",
	"cloud":       "AKIA" + "Q3EGRVZ7K2MXNTPL",
	"provider":    "sk-ant-" + "api03-" + strings.Repeat("Rk8vQ2nXw5", 9) + "abcAA",
	"registry":    "npm" + "_" + "Vt7Kq2Zx9Lm4Rb8Wn3Yc6Hs1Jd5Fg0PaQeUi",
	"messaging":   "xoxb-" + "739201846512-839201746533-Kq7ZtVx2Lm9Rb4Wn8Yc3Hs6J",
	"payment":     "sk" + "_live_" + "Vt7Kq2Zx9Lm4Rb8Wn3Yc6Hs1",
	"web":         "postgres://app:" + "w7Kq2ZxL9m" + "@db.internal/prod",
}

// tells are the parts of secrets that must not occur.
var tells = []string{"Zq3nZq3n", "9fK2mQ7x", "Q3EGRVZ7", "Rk8vQ2nX", "Vt7Kq2Zx", "Kq7ZtVx2", "w7Kq2ZxL"}

// places are the forms in which a text may hold a secret.
var places = map[string]func(old, secret string) string{
	"instead of it":             func(_, secret string) string { return secret },
	"behind it":                 func(old, secret string) string { return old + " " + secret },
	"within the name of a tool": func(_, secret string) string { return "mcp__" + secret + "__x" },
}

// ids are the members that hold ids, times and kinds of things, which go into the
// envelope as they are: docs/scrubber.md says so.
var ids = []string{"uuid", "parentUuid", "sessionId", "id", "tool_use_id", "toolUseID", "parentToolUseID", "call_id", "turn_id",
	"agentId", "messageId", "requestId", "requestID", "sourceToolAssistantUUID", "thread_id", "session_id", "leafUuid", "signature", "commit_hash"}

// TestASecretAnywhereInARecordIsNowhereInTheLog plants a secret of each family in
// every text of one record of each kind, in every form, and imports the recording.
func TestASecretAnywhereInARecordIsNowhereInTheLog(t *testing.T) {
	if testing.Short() {
		t.Skip("many cases of what other tests here run as well")
	}
	for file, reader := range map[string]producers.Reader{
		"claude-code/session.jsonl": claudecode.New(), "claude-code/inline.jsonl": claudecode.New(),
		"codex/denied-and-interrupted/rollout.jsonl": codex.New()} {
		text, err := os.ReadFile(filepath.Join("../../fixtures", filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(text, []byte("\n"))
		for kind, n := range oneOfEachKind(t, lines) {
			t.Run(file+"/"+kind, func(t *testing.T) {
				t.Parallel()
				for _, pointer := range texts(t, lines[n]) {
					for where, place := range places {
						for family, secret := range secrets {
							said := slices.Clone(lines[:n+1])
							said[n] = planted(t, lines[n], pointer, func(old string) string { return place(old, secret) })
							for _, leak := range leaks(t, reader, bytes.Join(said, nil)) {
								t.Errorf("%s of %s, %s: %s", family, pointer, where, leak)
							}
						}
					}
				}
			})
		}
	}
}

// oneOfEachKind returns the last line of each kind of record.
func oneOfEachKind(t *testing.T, lines [][]byte) map[string]int {
	t.Helper()
	kinds := map[string]int{}
	for i, line := range lines {
		var r struct {
			Type, Subtype string
			Payload       struct{ Type string }
			Message       struct{ Content any }
		}
		if len(bytes.TrimSpace(line)) == 0 || json.Unmarshal(line, &r) != nil {
			continue
		}
		block := ""
		if list, ok := r.Message.Content.([]any); ok && len(list) > 0 {
			block = fmt.Sprint(list[0].(map[string]any)["type"])
		}
		kinds[strings.Join([]string{r.Type, r.Subtype, r.Payload.Type, block}, ".")] = i
	}
	return kinds
}

// texts returns the pointers of all strings of a record that are no ids.
func texts(t *testing.T, line []byte) (found []string) {
	t.Helper()
	walk(decoded(t, line), "", func(pointer, _ string) (string, bool) {
		if !slices.Contains(ids, pointer[strings.LastIndexByte(pointer, '/')+1:]) {
			found = append(found, pointer)
		}
		return "", false
	})
	return found
}

// planted returns the record with another text at a pointer.
func planted(t *testing.T, line []byte, pointer string, text func(old string) string) []byte {
	t.Helper()
	record := decoded(t, line)
	walk(record, "", func(at, old string) (string, bool) { return text(old), at == pointer })
	b, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n')
}

func decoded(t *testing.T, line []byte) map[string]any {
	t.Helper()
	var record map[string]any
	if err := json.Unmarshal(line, &record); err != nil {
		t.Fatal(err)
	}
	return record
}

// walk shows each string of a value, and puts what it is given in its place.
func walk(v any, pointer string, show func(pointer, text string) (string, bool)) {
	visit := func(name string, v any, put func(string)) {
		if text, ok := v.(string); ok {
			if now, changed := show(pointer+"/"+name, text); changed {
				put(now)
			}
			return
		}
		walk(v, pointer+"/"+name, show)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			visit(name, v[name], func(s string) { v[name] = s })
		}
	case []any:
		for i := range v {
			visit(fmt.Sprint(i), v[i], func(s string) { v[i] = s })
		}
	}
}

// leaks imports a recording and returns where the log and the report hold a secret.
func leaks(t *testing.T, reader producers.Reader, text []byte) (found []string) {
	t.Helper()
	log := commandtest.NewLog(t)
	report := importInto(t, log, false, importing.Recording("f", reader, func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(text)), nil
	}))
	look := func(where, text string) {
		for _, tell := range tells {
			if at := strings.Index(text, tell); at >= 0 {
				found = append(found, fmt.Sprintf("%s holds ...%s", where, text[max(0, at-60):min(len(text), at+20)]))
			}
		}
	}
	for _, e := range commandtest.Events(t, log, eventlog.Query{}) {
		look(string(e.Kind), string(e.Data))
		look(string(e.Kind)+" branch", string(e.Subject.Branch.Value))
		look(string(e.Kind)+" repo", string(e.Subject.Repo.Value))
		look(string(e.Kind)+" turn", string(domain.TurnID(e.Subject.Turn.Value)))
		look(string(e.Kind)+" item", string(e.Subject.Item.Value))
	}
	look("the report", fmt.Sprintf("%+v", report))
	return found
}
