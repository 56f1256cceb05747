package web_test

import (
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

func TestOfManyReasonsAPageShowsTheFirst(t *testing.T) {
	d := hostileAPI("text")
	var events []any
	for range 1060 {
		events = append(events, object{"id": "E", "kind": "tool.failed"})
	}
	d["/v1/lanes/"+lane+"/explanation"] = object{"fields": []any{object{"field": "outcome", "value": "failed", "events": events}, object{"field": "blocker"}}}
	_, _, body := get(t, d, "/lanes/"+lane)
	if n := strings.Count(body, "<li><code>E</code>"); n != 50 || !strings.Contains(body, "1,010 more events: <code>claw lane explain</code>") {
		t.Errorf("%d of 1060 events are shown:\n%s", n, body)
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
