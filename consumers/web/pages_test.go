package web_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/consumers/web"
	"github.com/clawable/claw/consumers/web/page"
	"github.com/clawable/claw/domain"
)

// documents are the answers of an API, by path.
type documents map[string]any

// Document implements [page.Documents].
func (d documents) Document(_ context.Context, path string, _ url.Values) ([]byte, error) {
	if of, ok := d[path]; ok {
		return json.Marshal(of)
	}
	return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "find", Target: path, Message: "there is no <b>such</b> document"}
}

type object = map[string]any

const lane = "01KJSESXM0FXE8CX6BVXYZ3Z6R"

// hostile is what others may have written, with what would act on a browser, a terminal or a reader.
const hostile = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\x1b[31mred\u202egnp.exe"

// hostileAPI answers with hostile texts wherever a document has words of others.
func hostileAPI(text string) documents {
	row := object{"lane": lane, "outcome": "failed", "state": "ended", "group": "person", "urgency": 1, "next": "retry", "title": text,
		"repo": text, "branch": text, "model": text, "agent": text, "owner": text, "proof": text, "blocker": text, "workspace": object{"unknown": "not_yet"},
		"last_observed": object{"unknown": "not_recorded"}, "waits": object{"approvals": []any{object{"approval": "approval-" + lane, "action": text, "grant": text}}}}
	story := object{}
	for k, v := range row {
		story[k] = v
	}
	story["timeline"] = object{"total": 2, "entries": []any{
		object{"what": "prompt", "at": "2026-06-01T10:00:00Z", "words": object{"text": text, "bytes": 9}},
		object{"what": "message", "words": object{"bytes": 412, "not_stored_bytes": 412}},
		object{"what": "message", "words": object{"bytes": 9, "erased": true}},
		object{"what": "call", "failed": true, "says": text, "call": object{"tool": text, "command": text, "names": []any{text}, "status": "failed",
			"files": []any{object{"path": text, "lines_added": 2}}, "output": object{"text": text}}}}}
	request := object{"approval": "approval-" + lane, "status": "pending", "class": "tool", "requester": text, "reason": text, "action_digest": "d1", "request_digest": "d2",
		"action": object{"argv": []any{"sh", "-c", text}, "cwd": text, "env": []any{text}}, "scope": object{"ref": text}}
	return documents{
		"/v1/board":             object{"lanes": []any{row}, "total": 1, "by_outcome": object{"failed": 1}},
		"/v1/lanes/" + lane:     story,
		"/v1/search":            object{"total": 1, "found": []any{object{"lane": lane, "snippet": text, "session": text, "event_kind": text}}},
		"/v1/usage":             object{"by": "model", "rows": []any{object{"key": text, "responses": 1, "cost": object{"nano_usd": 1234500000000}, "total_tokens": 1234567}}},
		"/v1/approvals":         object{"total": 1, "approvals": []any{request}},
		"/v1/approvals/A":       request,
		"/v1/ships":             object{"total": 1, "ships": []any{object{"ship": "S", "repo": text, "ref": text}}},
		"/v1/ships/S":           object{"ship": "S", "repo": text, "ref": text, "commits": []any{object{"commit": text, "role": text, "lanes": []any{lane}}}},
		"/v1/reports":           object{"total": 1, "reports": []any{object{"report_id": "R", "by": text, "channel": text}}},
		"/v1/reports/R/view":    object{"text": text, "audience": "human_readable"},
		"/v1/sessions/timeline": object{"session": "codex/1", "title": text, "total": 0, "entries": []any{}}, "/v1/sessions/explanation": object{},
		"/v1/lanes/" + lane + "/explanation": object{"fields": []any{object{"field": "outcome", "value": text, "rule": text, "rule_says": text,
			"events": []any{object{"id": "E", "kind": text, "emitter": text, "observed_at": object{"unknown": "not_recorded"}}}}}},
	}
}

func get(t *testing.T, d page.Documents, path string) (int, http.Header, string) {
	t.Helper()
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	w := httptest.NewRecorder()
	web.New(d, func() time.Time { return now }, func(line string) string { return line + " --log team.db" }).ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Code, w.Header(), w.Body.String()
}

// everyPage are the pages of [hostileAPI].
var everyPage = []string{"/", "/board/rows/" + lane, "/lanes/" + lane, "/search?q=x", "/usage", "/approvals", "/approvals/A", "/ships", "/ships/S", "/reports", "/reports/R", "/sessions?session=codex/1"}

func TestTextsOfOthersStandOnAPageAsTexts(t *testing.T) {
	for _, path := range everyPage {
		status, header, body := get(t, hostileAPI(hostile), path)
		if status != http.StatusOK || !strings.Contains(body, "&lt;script&gt;alert(1)") {
			t.Errorf("%s: %d, and the text is not shown:\n%s", path, status, body)
		}
		for _, bad := range []string{"<script>alert", "<img src=x", "\x1b", "\u202e", "onclick", " style="} {
			if strings.Contains(body, bad) {
				t.Errorf("%s holds %q", path, bad)
			}
		}
		if policy := header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s has the policy %q", path, policy)
		}
	}
}

func TestEachPageShowsEachWarningOfItsDocumentsOnce(t *testing.T) {
	warnings := []any{}
	for i := range 14 {
		warnings = append(warnings, object{"code": "c", "message": fmt.Sprintf("%s number %02d", "<i>damaged</i>", i)})
	}
	for _, row := range []struct {
		says    string
		members object
		want    []string
	}{
		{"no warnings", object{"warnings": []any{}}, nil},
		{"a model behind the log", object{"stale": true}, []string{"the read model is behind the log: what is shown is as of a moment ago"}},
		{"two", object{"warnings": warnings[:2]}, []string{"&lt;i&gt;damaged&lt;/i&gt; number 00", "&lt;i&gt;damaged&lt;/i&gt; number 01"}},
		{"an approval that is of no lane", object{"warnings": []any{object{"code": "approvals", "message": "it waits: " + strings.Repeat("x", 300) + " approval-none; claw approval grant approval-" + lane + " --log x"}}},
			[]string{`<a href="/approvals/approval-` + lane + `">approval-` + lane + "</a> --log x"}},
		{"many", object{"warnings": warnings}, []string{"number 11", "2 more warnings are in the document"}},
	} {
		d := hostileAPI("text")
		for _, document := range d {
			maps.Copy(document.(object), row.members)
		}
		for _, path := range everyPage {
			_, _, body := get(t, d, path)
			is := strings.Contains(body, `<div class="warnings" role="status"`)
			for _, want := range row.want {
				if path != "/board/rows/"+lane && strings.Count(body, want) != 1 {
					t.Errorf("%s on %s: %q stands %d times", row.says, path, want, strings.Count(body, want))
				}
			}
			if shown := len(row.want) > 0 && path != "/board/rows/"+lane; is != shown || strings.Contains(body, "number 12") {
				t.Errorf("%s on %s: warnings are shown: %t", row.says, path, is)
			}
		}
	}
}

// TestAWholeReportIsKeptApart requests a report as it is, whose markup a page does not include.
func TestAWholeReportIsKeptApart(t *testing.T) {
	status, header, body := get(t, hostileAPI(hostile), "/reports/R/whole?audience=ops_audit")
	if status != http.StatusOK || body != hostile {
		t.Errorf("%d, and the file is\n%s", status, body)
	}
	if policy := header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "sandbox; default-src 'none'; ") || strings.Contains(policy, "allow-") || strings.Contains(policy, "script") {
		t.Errorf("it has the policy %q", policy)
	}
	_, _, body = get(t, hostileAPI("text"), "/reports/R")
	if !strings.Contains(body, ` sandbox title="The report, for human readable" src="/reports/R/whole?audience=human_readable"`) {
		t.Errorf("the page has no frame of it:\n%s", body)
	}
	if status, _, _ := get(t, hostileAPI("text"), "/reports/none/whole"); status != http.StatusNotFound {
		t.Errorf("a report that is none: %d", status)
	}
}

func TestALongTextDoesNotMakeALongRow(t *testing.T) {
	for _, path := range []string{"/", "/approvals", "/ships", "/reports", "/search?q=x"} {
		if _, _, body := get(t, hostileAPI(strings.Repeat("long \u00e9", 20_000)), path); len(body) > 24<<10 {
			t.Errorf("%s has %d bytes", path, len(body))
		}
	}
}

func TestWhatTheLogDoesNotHoldIsSaid(t *testing.T) {
	_, _, body := get(t, hostileAPI("text"), "/lanes/"+lane)
	for _, want := range []string{"(412 B, not stored)", "(erased)"} {
		if !strings.Contains(body, want) {
			t.Errorf("the story does not say %s", want)
		}
	}
}

func TestAnApprovalShowsTheExactActionAndHowToSignIt(t *testing.T) {
	_, _, body := get(t, hostileAPI("rm -rf /"), "/approvals/A")
	for _, want := range []string{"sh -c &#39;rm -rf /&#39;", "d1", "d2", "claw approval grant approval-" + lane + " --log team.db"} {
		if !strings.Contains(body, want) {
			t.Errorf("the approval does not show %s", want)
		}
	}
	if strings.Contains(body, `method="post"`) {
		t.Error("the page decides")
	}
}

func TestWhatIsNotThereIsAPageWithTheError(t *testing.T) {
	for _, path := range []string{"/lanes/ZZ", "/nothing", "/reports/../x"} {
		status, _, body := get(t, hostileAPI("text"), path)
		if status != http.StatusNotFound && status != http.StatusTemporaryRedirect && status != http.StatusMovedPermanently || strings.Contains(body, "<b>such") {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

func TestFiltersOfTheBoardGoOnToTheStreamAndTheNextPage(t *testing.T) {
	d := hostileAPI("text")
	d["/v1/board"].(object)["next_cursor"] = "more"
	_, _, body := get(t, d, "/?repo=r&state=failed&branch=&unknown=1")
	for _, want := range []string{`data-stream="/v1/stream/board?repo=r&amp;state=failed"`, `href="/?cursor=more&amp;repo=r&amp;state=failed"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the board has no %s", want)
		}
	}
}
