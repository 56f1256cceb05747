package claudecode_test

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

// The worst that a payload can hold is what canonical JSON makes longer: control
// characters, quotes in quoted JSON, numbers with exponents.
func TestAPayloadNeverOutgrowsTheLog(t *testing.T) {
	const mega = 1 << 20
	quoted := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	control, quotes, numbers := quoted(strings.Repeat("\x01", mega)), quoted(strings.Repeat(`"\`, mega/4)), "["+strings.Repeat("1e15,", 38_000)+"1]"
	wide := quoted(strings.Repeat("é…😀", mega/9))
	bash := func(out, err string) string {
		return `{"type":"user","sessionId":"S","uuid":"r","message":{"content":[{"type":"tool_result","tool_use_id":"T","content":` + out +
			`}]},"toolUseResult":{"stdout":` + out + `,"stderr":` + err + `}}`
	}
	for _, row := range []struct{ name, line string }{
		{"a prompt of control characters", `{"type":"user","sessionId":"S","uuid":"p","message":{"content":` + control + `}}`},
		{"a line of ten megabytes", ask("p", "", strings.Repeat("x", 10<<20))},
		{"a prompt of wide characters", `{"type":"user","sessionId":"S","uuid":"p","message":{"content":` + wide + `}}`},
		{"a failed answer of control characters", `{"type":"user","sessionId":"S","uuid":"p","message":{"content":"x"}}` +
			`{"type":"assistant","isApiErrorMessage":true,"sessionId":"S","uuid":"a","message":{"content":` + control + `}}`},
		{"outputs of control characters", bash(control, control)},
		{"outputs of quotes", bash(quotes, quotes)},
		{"a call with numbers that canonical JSON writes out", answer("a", "", "M", "", `{"type":"tool_use","id":"T","name":"x","input":{"n":`+numbers+`}}`, 1)},
		{"a result with such numbers", result("r", "", "T", "x", false, `,"toolUseResult":{"n":`+numbers+`}`)},
		{"a call with a long input of quotes", answer("a", "", "M", "", `{"type":"tool_use","id":"T","name":"x","input":{"q":`+quotes+`}}`, 1)},
		{"a call whose input cannot be kept", answer("a", "", "M", "", `{"type":"tool_use","id":"T","name":"x","input":{"a":1,"a":`+control+`}}`, 1)},
		{"a denial of control characters", result("r", "", "T", "x", true, `,"toolDenialKind":"user-rejected"`) + result("r2", "", "T", "Permission prompt was aborted."+strings.Repeat("x", mega), true, "")},
		{"an attachment nobody knows", attachment("g", `{"type":"moon","n":`+numbers+`,"q":`+control+`}`)},
		{"many blocks", `{"type":"user","sessionId":"S","uuid":"p","message":{"content":[` + strings.Repeat(`{"type":"text","text":"`+strings.Repeat("x", 1000)+`"},`, 5000) + `"y"]}}`},
		{"thousands of long prompts taken back", strings.Join(slices.Collect(prompts(3000, strings.Repeat("\x01", 400))), "\n")},
		{"names, titles and commands without end", strings.Replace(ask("p", "", "go"), `"uuid"`, `"cwd":`+control+`,"version":`+control+`,"gitBranch":`+wide+`,"permissionMode":`+wide+`,"uuid"`, 1) +
			`{"type":"ai-title","sessionId":"S","aiTitle":` + wide + `}`},
		{"a hook's command without end", progress("g", "", `{"type":"hook_progress","hookEvent":`+control+`,"hookName":`+wide+`,"command":`+quotes+`}`)},
		{"a session's name without end", `{"type":"user","sessionId":` + control + `,"uuid":"p"}` + fmt.Sprintf(`{"type":"user","sessionId":"S","uuid":%s}`, wide)},
	} {
		t.Run(row.name, func(t *testing.T) {
			drafts := 0
			for _, r := range readertest.Read(t, claudecode.New(), []byte(row.line)) {
				if r.Unreadable != "" {
					t.Errorf("unreadable: %s", r.Unreadable)
				}
				for _, d := range r.Drafts {
					drafts++
					readertest.Core(t, d)
					if n := len(d.Data); n > eventlog.MaxData {
						t.Errorf("%s: %d bytes", d.Kind, n)
					}
				}
			}
			if drafts == 0 {
				t.Error("no drafts")
			}
		})
	}
}

// prompts yields a chain of prompts and one that goes back to the first.
func prompts(n int, id string) iter.Seq[string] {
	return func(yield func(string) bool) {
		name := func(i int) string {
			b, _ := json.Marshal(fmt.Sprint(id, i))
			return string(b)
		}
		line := func(i, parent int) string {
			return fmt.Sprintf(`{"type":"user","sessionId":"S","uuid":%s,"parentUuid":%s,"message":{"content":"x"}}`, name(i), name(parent))
		}
		for i := range n {
			if !yield(line(i, i-1)) {
				return
			}
		}
		yield(line(n, 0))
	}
}

func TestALongTextSaysHowLongItWas(t *testing.T) {
	said := strings.Repeat("0123456789", 50_000)
	records := readertest.Read(t, claudecode.New(), []byte(ask("p1", "", said)))
	for i := range records[0].Drafts {
		d := &records[0].Drafts[i]
		if d.Kind != "message.recorded" {
			continue
		}
		text := readertest.Payload[domain.MessageRecorded](t, d).Text
		if text.Bytes() != len(said) || text.Cut == nil || !strings.HasPrefix(said, text.Cut.Head) || !strings.HasSuffix(said, text.Cut.Tail) {
			t.Errorf("%d of %d bytes, cut %t", text.Bytes(), len(said), text.Cut != nil)
		}
		return
	}
	t.Error("no message")
}
