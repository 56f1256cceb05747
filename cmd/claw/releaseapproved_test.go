package main_test

import (
	"os"
	"strings"
	"testing"
)

// TestAReleaseWhoseApprovalFits grants a push with a signature, pushes it, and audits what went out:
// each commit was approved by the signer, for exactly these commits, and an auditor who has neither the
// log nor the repository can verify the file.
func TestAReleaseWhoseApprovalFits(t *testing.T) {
	y := granted(t)
	base := y.git("bare.git", "rev-parse", "main")
	y.must("ship", "push", "work")
	doc, _ := y.run("", "audit", "release", base+"..main", "work") // tests and lanes are not known: findings
	of, _ := doc["document"].(map[string]any)
	commits, _ := of["commits"].([]any)
	if len(commits) != 2 {
		t.Fatalf("%d commits of the range: %v", len(commits), doc)
	}
	for _, one := range commits {
		c := one.(map[string]any)
		approvals, _ := c["approvals"].([]any)
		if c["approved"] != true || c["shipped"] != "recorded" || len(approvals) != 1 {
			t.Errorf("%v", c)
		}
	}
	approvals, _ := of["approvals"].(map[string]any)
	if len(approvals) != 1 {
		t.Fatalf("%v", approvals)
	}
	for _, one := range approvals {
		a := one.(map[string]any)
		key, _ := a["key"].(string)
		if a["counts"] != true || a["approver"] == nil || !strings.HasPrefix(key, "SHA256:") || a["assurance"] != "software" || a["head"] != y.git("work", "rev-parse", "HEAD") {
			t.Errorf("%v", a)
		}
	}
	totals, _ := of["totals"].(map[string]any)
	if gaps, _ := totals["by_gap"].(map[string]any); totals["approved"] != 2.0 || gaps["no_approval"] != nil {
		t.Errorf("%v", totals)
	}
	out, _ := y.wrapped("", "audit", "release", base+"..main", "work", "--format", "html").Output()
	y.write("release.html", string(out), 0o644)
	if err := os.RemoveAll(y.dir + "/work"); err != nil {
		t.Fatal(err)
	}
	if doc := y.must("audit", "verify", "release.html"); doc["content_hash"] == nil {
		t.Errorf("%v", doc)
	}
}
