package web_test

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestLargeNumbersHaveCommas(t *testing.T) {
	_, _, body := get(t, hostileAPI("text"), "/usage")
	for _, want := range []string{">1,234,567<", ">$1,234.50<", ": $1,234.50, 1 response"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q:\n%s", want, body)
		}
	}
}

// asked notes which events of an explanation are requested.
type asked struct {
	documents
	events *[]string
}

// Document implements [page.Documents].
func (d asked) Document(ctx context.Context, path string, query url.Values) ([]byte, error) {
	if strings.HasSuffix(path, "/explanation") {
		*d.events = append(*d.events, query.Get("events"))
	}
	return d.documents.Document(ctx, path, query)
}

func TestOfManyReasonsAPageAsksForTheFirst(t *testing.T) {
	d := hostileAPI("text")
	why := object{"fields": []any{object{"field": "outcome", "value": "failed", "events": []any{object{"id": "E", "kind": "tool.failed"}}, "events_left_out": 1010}, object{"field": "blocker"}}}
	d["/v1/lanes/"+lane+"/explanation"], d["/v1/sessions/explanation"] = why, why
	for _, path := range []string{"/lanes/" + lane, "/sessions?session=codex/1"} {
		var events []string
		if _, _, body := get(t, asked{d, &events}, path); !strings.Contains(body, "<li><code>E</code>") || !strings.Contains(body, "1,010 more events: <code>claw lane explain</code>") {
			t.Errorf("%s does not say how many events there are beside those that it shows:\n%s", path, body)
		}
		if !slices.Equal(events, []string{"50"}) {
			t.Errorf("%s asks for %q events of a field, want 50", path, events)
		}
	}
}

func TestAnApprovalOfAPatchIsNamedByIt(t *testing.T) {
	d := hostileAPI("text")
	d["/v1/approvals"] = object{"approvals": []any{object{"approval": "approval-" + lane, "class": "tool", "action": object{"argv": []any{}, "patch_digest": "6e53bf2ad8f234c60294"}},
		object{"approval": "approval-" + lane, "class": "push", "action": object{"argv": []any{"git", "push"}, "env": []any{"A=b c"}, "head": "d8987c7df30dc69c3be8"}}}}
	_, _, body := get(t, d, "/approvals")
	for _, want := range []string{"<code>[patch 6e53bf2ad8]</code>", "<code>&#39;A=b c&#39; git push [head d8987c7df3]</code>"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q:\n%s", want, body)
		}
	}
}

func TestUsageByLaneNamesTheLanes(t *testing.T) {
	d := hostileAPI("text")
	d["/v1/usage"] = object{"by": "lane", "rows": []any{object{"key": lane, "responses": 1}, object{"key": "01KJSESXM0FXE8CX6BVXYZ3Z7S", "responses": 1}, object{"key": "", "responses": 1}}}
	d["/v1/lanes"] = object{"lanes": []any{object{"lane": lane, "title": "count the boats"}}}
	_, _, body := get(t, d, "/usage?by=lane")
	for _, want := range []string{`href="/lanes/` + lane + `">count the boats</a>`, `href="/lanes/01KJSESXM0FXE8CX6BVXYZ3Z7S">01KJSESXM0FXE8</a>`, `data-label="of">not recorded</th>`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q:\n%s", want, body)
		}
	}
}
