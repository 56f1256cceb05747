package ship_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// told writes a path as "new: method basis #pull <source (commits) unknown", a step a line.
func told(p ship.Path) string {
	var b strings.Builder
	for _, s := range p.Steps {
		fmt.Fprintf(&b, "%s: %s %s", s.New, s.Method, s.Basis)
		if s.Pull != nil {
			fmt.Fprintf(&b, " #%d", s.Pull.Number)
		}
		if s.Source != "" {
			fmt.Fprintf(&b, " <%s", s.Source)
		}
		fmt.Fprintf(&b, " %v", s.Commits)
		if s.CommitsUnknown != "" {
			b.WriteString(" and unknown ones")
		}
		b.WriteString("\n")
	}
	if len(p.Dropped) > 0 {
		fmt.Fprintf(&b, "dropped %v\n", p.Dropped)
	}
	if p.Unknown != "" {
		b.WriteString("before: unknown\n")
	}
	return b.String()
}

func TestFollow(t *testing.T) {
	const none, landed = "", "a\nx a\ny x\ns a tree=y"
	three := func(more ...ship.Pull) []ship.Pull {
		return append([]ship.Pull{{Number: 3, Head: "y", RangePatchID: "patch s"}}, more...)
	}
	for name, row := range map[string]struct {
		history  string
		old, new domain.CommitID
		pulls    []ship.Pull
		want     string
	}{
		"a first push":     {"a\nb a", none, "b", nil, "a: direct_push assumed [a]\nb: direct_push assumed [b]\n"},
		"nothing new":      {"a\nb a", "b", "b", nil, ""},
		"a push of two":    {"a\nb a\nc b", "a", "c", nil, "b: direct_push assumed [b]\nc: direct_push assumed [c]\n"},
		"a merge":          {"a\nx a\ny x\nb a\nm b y", "a", "m", nil, "b: direct_push assumed [b]\nm: merge_commit objects <y [x y m]\n"},
		"a merge of #7":    {"a\nx a\nm a x", "a", "m", []ship.Pull{{Number: 7, Head: "x"}}, "m: merge_commit objects #7 <x [x m]\n"},
		"an octopus":       {"a\nx a\ny a\nm a x y", "a", "m", nil, "m: merge_commit objects <x [x y m]\n"},
		"two roots":        {"a\nr\nm a r", none, "m", nil, "a: direct_push assumed [a]\nm: merge_commit objects <r [r m]\n"},
		"a merge of twice": {"a\nx a\nm a x\ny x\nn m y", "a", "n", nil, "m: merge_commit objects <x [x m]\nn: merge_commit objects <y [y n]\n"},
		"a squash of what was left, whose tree is the branch's": {"a\nx a\ny x\nz y\np a patch=x\nb p\ns b tree=z", "b", "s", []ship.Pull{{Number: 3, Head: "z", RestPatchIDs: []string{"patch z", "patch s"}}},
			"s: squash_merge objects #3 <z [s]\n"},
		"a tree alone": {"a\nx a\ny x\ns a tree=y patch=s", "a", "s", []ship.Pull{{Number: 3, Head: "y"}},
			"s: direct_push assumed [s]\n"},
		"a squash whose tree is the branch's": {"a\nx a\ny x\ns a tree=y patch=s", "a", "s", three(),
			"s: squash_merge objects #3 <y [s]\n"},
		"a squash whose changes are the branch's": {"a\nx a\ny x\nb a\ns b", "b", "s", []ship.Pull{{Number: 3, Head: "y", RangePatchID: "patch s"}},
			"s: squash_merge objects #3 <y [s]\n"},
		"a squash of one commit": {"a\nx a\nb a\ns b patch=x", "b", "s", []ship.Pull{{Number: 3, Head: "x", RangePatchID: "patch x"}},
			"s: unknown objects #3 <x [s]\n"},
		"a squash of one of two alike": {"a\nx a\ny a tree=x patch=x\ns a tree=x patch=x", "a", "s",
			[]ship.Pull{{Number: 3, Head: "x", RangePatchID: "patch x"}, {Number: 4, Head: "y", RangePatchID: "patch x"}},
			"s: unknown objects [s]\n"},
		"a squash of one of two alike, of several commits": {"a\nx a\ny x\nv a\nw v tree=y\ns a tree=y", "a", "s",
			[]ship.Pull{{Number: 3, Head: "y", RangePatchID: "patch s"}, {Number: 4, Head: "w", RangePatchID: "patch s"}},
			"s: squash_merge objects [s]\n"},
		"a rebase": {"a\nx a\ny x\nb a\np b patch=x\nq p patch=y", "b", "q", []ship.Pull{{Number: 5, Head: "y"}},
			"p: rebase_merge objects #5 <y [p]\nq: rebase_merge objects #5 <y [q]\n"},
		"a rebase of a part": {"a\nx a\ny x\nb a\nq b patch=y", "b", "q", []ship.Pull{{Number: 5, Head: "y"}}, "q: direct_push assumed [q]\n"},
		"a rebase in another order": {"a\nx a\ny x\nb a\np b patch=y\nq p patch=x", "b", "q", []ship.Pull{{Number: 5, Head: "y"}},
			"p: direct_push assumed [p]\nq: direct_push assumed [q]\n"},
		"the longer of two rebases": {"a\nw a\nx w\ny x\nv a patch=x\nz v patch=y\nb a\no b patch=w\np o patch=x\nq p patch=y", "b", "q",
			[]ship.Pull{{Number: 5, Head: "y"}, {Number: 6, Head: "z"}},
			"o: rebase_merge objects #5 <y [o]\np: rebase_merge objects [p]\nq: rebase_merge objects [q]\n"},
		"two pull requests of one commit, one on the other": {"a\nx a\ny x\nb a\np b patch=x\nq p patch=y", "b", "q",
			[]ship.Pull{{Number: 5, Head: "x", RangePatchID: "patch x"}, {Number: 6, Head: "y"}}, "p: unknown objects [p]\nq: unknown objects #6 <y [q]\n"},
		"two pull requests, one on the other": {"a\nw a\nx w\ny x\nz y\ns a tree=x\nt s tree=z", "a", "t",
			[]ship.Pull{{Number: 5, Head: "x", RangePatchID: "patch s"}, {Number: 6, Head: "z", RestPatchIDs: []string{"patch z", "patch t"}}}, "s: squash_merge objects #5 <x [s]\nt: squash_merge objects #6 <z [t]\n"},
		"a commit picked from a pull request": {"a\nx a\ny x\nb a\nc b patch=x", "b", "c", []ship.Pull{{Number: 5, Head: "y", RangePatchID: "patch x"}},
			"c: unknown objects #5 <y [c]\n"},
		"a revert to the tree of what landed": {landed + "\nt s\nr t tree=y", "a", "r", three(),
			"s: squash_merge objects #3 <y [s]\nt: direct_push assumed [t]\nr: direct_push assumed [r]\n"},
		"an empty commit on what landed": {landed + "\ne s tree=y patch=", "a", "e", three(),
			"s: squash_merge objects #3 <y [s]\ne: direct_push assumed [e]\n"},
		"an empty commit on what a pull request undid": {"a\nb a tree=b\nx a\ny x tree=a\ne a tree=a patch=", "a", "e", []ship.Pull{{Number: 3, Head: "y"}},
			"e: direct_push assumed [e]\n"},
		"a revert to what a pull request undid": {"a\nx a\ny x tree=a\nb a\nr b tree=a", "a", "r", []ship.Pull{{Number: 3, Head: "y"}},
			"b: direct_push assumed [b]\nr: direct_push assumed [r]\n"},
		"a pull request that undid what it stands on": {"a\nb a\nx b\ny x tree=b", "a", "b", []ship.Pull{{Number: 3, Head: "y"}}, "b: direct_push assumed [b]\n"},
		"a revert of the revert of what landed": {landed + "\nr s tree=a\nn r tree=y patch=s", "a", "n", []ship.Pull{{Number: 3, Head: "y", RangePatchID: "patch s"}},
			"s: squash_merge objects #3 <y [s]\nr: direct_push assumed [r]\nn: direct_push assumed [n]\n"},
		"a pull request that brings again what was reverted": {"a at=1\ns a patch=s at=2\nr s tree=a at=3\nx r patch=x at=4\ny x at=4\nb r at=5\nn b patch=s at=6", "r", "n",
			[]ship.Pull{{Number: 4, Head: "y", RangePatchID: "patch s"}}, "b: direct_push assumed [b]\nn: unknown objects #4 <y [n]\n"},
		"a rebase of what landed as it was in another pull request": {"a\nx a\ny x\np a patch=x\nq p patch=y", "a", "y", []ship.Pull{{Number: 5, Head: "q"}, {Number: 6, Head: "y"}},
			"x: unknown objects #5 <q [x]\ny: unknown objects [y]\n"},
		"the patch, and later the tree, of a pull request": {"a\nx a\ny x\nb a\ns b\nr s tree=y", "b", "r", []ship.Pull{{Number: 3, Head: "y", RangePatchID: "patch s"}},
			"s: squash_merge objects #3 <y [s]\nr: direct_push assumed [r]\n"},
		"what came before its pull request": {"a at=1\nb a at=2\nr b tree=a at=3\nx a at=4\ny x at=5\ns r tree=y patch=b at=6", "a", "s",
			[]ship.Pull{{Number: 3, Head: "y", RangePatchID: "patch b"}}, "b: direct_push assumed [b]\nr: direct_push assumed [r]\ns: unknown objects #3 <y [s]\n"},
		"the head of a pull request to another branch": {landed, "a", "s", three(ship.Pull{Number: 4, Head: "s"}),
			"s: squash_merge objects #3 <y [s]\n"},
		"a merge of what had landed":       {"a\nx a\nm a x\nb m\nn b x", "m", "n", []ship.Pull{{Number: 3, Head: "x"}}, "b: direct_push assumed [b]\nn: merge_commit objects <x [n]\n"},
		"the tree in a shallow clone":      {"b gone\nx b\ny x\ns b tree=y", "b", "s", []ship.Pull{{Number: 3, Head: "y"}}, "s: direct_push assumed [s]\n"},
		"a fast forward":                   {"a\nx a\ny x", "a", "y", []ship.Pull{{Number: 9, Head: "y"}}, "x: direct_push assumed [x]\ny: fast_forward stated #9 [y]\n"},
		"a forced push":                    {"a\nb a\nc b\nd a", "c", "d", nil, "d: direct_push assumed [d]\ndropped [b c]\n"},
		"a push backward":                  {"a\nb a\nc b", "c", "a", nil, "dropped [b c]\n"},
		"a forced push of another history": {"a\nb a\nr\ns r", "b", "s", nil, "r: direct_push assumed [r]\ns: direct_push assumed [s]\ndropped [a b]\n"},
		"a shallow clone":                  {"b gone\nc b", none, "c", nil, "b: direct_push assumed [b] and unknown ones\nc: direct_push assumed [c]\nbefore: unknown\n"},
		"a merged branch that is shallow":  {"a\nx gone\nm a x", "a", "m", nil, "m: merge_commit objects <x [x m] and unknown ones\n"},
		"a head that is not there":         {"a", "a", "gone", nil, "before: unknown\n"},
		"an unborn branch":                 {"a", none, "0000", nil, ""},
		"an empty commit is no squash":     {"a\nx a tree=a patch=\ns a tree=a patch=", "a", "s", []ship.Pull{{Number: 1, Head: "x"}, {Number: 2, Head: "x"}}, "s: direct_push assumed [s]\n"},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, told(ship.Follow(history(row.history), row.old, row.new, row.pulls, nil))); diff != "" {
				t.Fatalf("-want +got\n%s", diff)
			}
		})
	}
}

// TestWhatASubjectStates reads the subjects that GitHub writes, of a commit and of a merge.
func TestWhatASubjectStates(t *testing.T) {
	for subject, want := range map[string]struct{ commit, merge int }{
		"Add a door (#12)":                       {12, 12},
		"Add a door (#12) again":                 {},
		"Revert \"Add a door (#11)\" (#12)":      {12, 12},
		"(#123456789)":                           {123456789, 123456789},
		"(#1234567890)":                          {},
		"(#0)":                                   {},
		"(#+1)":                                  {},
		"(#)":                                    {},
		"Merge pull request #7 from a/b":         {0, 7},
		"Merge pull request #7 from a/b (#8)":    {8, 7},
		"Merge pull request #7x from a/b (#8)":   {8, 8},
		"Merge pull request #7":                  {},
		"See: Merge pull request #7 from a/b":    {},
		"Merge branch 'main' of host:owner/name": {},
	} {
		said := map[domain.CommitID]ship.Said{"s": {Subject: subject}, "m": {Subject: subject}}
		var got [2]int
		for i, push := range []struct {
			history string
			tip     domain.CommitID
		}{{"a\ns a", "s"}, {"a\nb a\nm a b", "m"}} {
			for _, step := range ship.Follow(history(push.history), "a", push.tip, nil, said).Steps {
				if step.Stated != nil {
					got[i] = step.Stated.PRNumber
				}
			}
		}
		if got != [2]int{want.commit, want.merge} {
			t.Errorf("%q: %v, want %v", subject, got, want)
		}
	}
}
