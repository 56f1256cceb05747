package shipcmd_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

var histories = flag.String("histories", "", "a folder of clones OWNER+NAME/repo of the public repositories that docs/ships.md counts, with refs/pull")

// numbered is how a subject claims to be the squash of a pull request.
var numbered = regexp.MustCompile(`\(#([0-9]+)\)$`)

// claims counts the steps that are no merges and whose subjects claim to be a pull request, by
// what else is known of them; a count of squashes by subjects includes all of these.
func (r *recounted) claims() map[string]int {
	n := map[string]int{}
	for i := range r.steps {
		s := &r.steps[i]
		claim := numbered.FindStringSubmatch(s.subject)
		switch method, basis, _ := strings.Cut(r.method[s.id], " "); {
		case s.merge || claim == nil:
		case basis == "objects" || len(r.matched[i]) > 0:
			n["its changes are shown, "+method+" "+basis]++
		case r.pulls[claim[1]] == "":
			n["its pull request is not in the clone"]++
		case r.landed[r.pulls[claim[1]]]:
			n["its pull request landed as it was"]++
		case basis == "stated":
			n["of another tree and patch than its pull request"]++
		default:
			n["it cannot be that pull request"]++
		}
	}
	return n
}

// methods counts the steps by path.
func (r *recounted) methods() map[string]int {
	n := map[string]int{}
	for _, method := range r.method {
		n[method]++
	}
	return n
}

// scanned is the path of each step as the ships of the log say, after a scan.
func scanned(t *testing.T, w *clitest.World, clone string) map[string]string {
	t.Helper()
	w.Must("ship", "scan", clone)
	method := map[string]string{}
	for line := range strings.Lines(w.Must("log", "export").Out) {
		var e struct {
			Kind string
			Data struct {
				New    string
				Method string `json:"merge_method"`
				Basis  string
			}
		}
		if !strings.Contains(line, `"kind":"ship.provenance"`) {
			continue
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		method[e.Data.New] = e.Data.Method + " " + e.Data.Basis
	}
	return method
}

// TestAScanIsRecounted scans a small repository in which main came by every path, some of
// them claimed and not shown, and recounts it with plain git.
func TestAScanIsRecounted(t *testing.T) {
	s := newShop(clitest.Empty(t))
	for _, name := range []string{"merge", "squash", "rebase", "fast forward", "octopus", "cherry-pick", "revert", "squash"} {
		shopWork[name](s)
	}
	s.Git("commit", "--quiet", "--amend", "--message", "Of the last pull request (#5)")
	s.amendedSquash("Another one, changed by hand (#6)")
	s.Write()
	s.Git("commit", "--quiet", "--amend", "--message", "Of nobody's pull request (#99)")
	s.Write()
	s.Git("commit", "--quiet", "--amend", "--message", "What had landed long ago (#1)")
	s.push("")
	r := recount(plainGit{t, s.Path("shop.git")})
	if diff := cmp.Diff(r.method, scanned(t, s.World, "shop.git")); diff != "" {
		t.Errorf("-git +scan\n%s", diff)
	}
	methods := map[string]int{"merge_commit objects": 2, "squash_merge objects": 2, "squash_merge stated": 2, "rebase_merge objects": 2,
		"fast_forward stated": 1, "direct_push assumed": 11}
	if diff := cmp.Diff(methods, r.methods()); diff != "" {
		t.Errorf("methods: -want +git\n%s", diff)
	}
	want := map[string]int{"its changes are shown, squash_merge objects": 1, "its pull request is not in the clone": 1,
		"its pull request landed as it was": 1, "of another tree and patch than its pull request": 1}
	if diff := cmp.Diff(want, r.claims()); diff != "" {
		t.Errorf("claims: -want +git\n%s", diff)
	}
}

// amendedSquash squashes a pull request together with another change.
func (s *shop) amendedSquash(subject string) {
	s.pull()
	s.Git("merge", "--quiet", "--squash", "topic")
	s.Write()
	s.Git("commit", "--quiet", "--amend", "--message", subject)
}

// publicHistories are the repositories that docs/ships.md counts, with main at tip: the paths
// of its steps, and why a count by subjects gives other numbers.
var publicHistories = map[string]struct {
	tip             string
	methods, claims map[string]int
}{
	"Yeachan-Heo/oh-my-codex": {tip: "fc5e71ae7bd65bc538da9ad951ea03305cc521b2",
		methods: map[string]int{"merge_commit objects": 93, "squash_merge objects": 12, "squash_merge stated": 77, "fast_forward stated": 6, "direct_push assumed": 66},
		claims: map[string]int{"its changes are shown, squash_merge objects": 12,
			"its changes are shown, squash_merge stated":      66,
			"of another tree and patch than its pull request": 11,
			"it cannot be that pull request":                  2}},
	"wesm/agentsview": {tip: "aea2eb126602096c25de043d56d3bc902d65a270",
		methods: map[string]int{"squash_merge objects": 38, "squash_merge stated": 19, "direct_push assumed": 199},
		claims: map[string]int{"its changes are shown, squash_merge objects": 38,
			"its changes are shown, squash_merge stated":      15,
			"of another tree and patch than its pull request": 4}},
	"ultraworkers/claw-code": {tip: "08106b0c3771ef5b4a5aa176acccd460e88b7325",
		methods: map[string]int{"merge_commit objects": 185, "squash_merge objects": 10, "squash_merge stated": 79, "unknown objects": 21, "direct_push assumed": 962},
		claims: map[string]int{"its changes are shown, squash_merge objects": 4,
			"its changes are shown, squash_merge stated": 45,
			"its changes are shown, unknown objects":     5,
			"its pull request is not in the clone":       37}},
}

// TestScansOfPublicRepositories scans and recounts the real repositories.
func TestScansOfPublicRepositories(t *testing.T) {
	if *histories == "" {
		t.Skip("-histories names no folder of clones; TestAScanIsRecounted proves the same on a small repository")
	}
	for name, row := range publicHistories {
		t.Run(name, func(t *testing.T) {
			g := plainGit{t, filepath.Join(*histories, strings.ReplaceAll(name, "/", "+"), "repo")}
			r := recount(g)
			w := clitest.Empty(t)
			w.Env["PATH"] = os.Getenv("PATH")
			if diff := cmp.Diff(r.method, scanned(t, w, g.dir)); diff != "" {
				t.Errorf("-git +scan\n%s", diff)
			}
			if tip := r.steps[len(r.steps)-1].id; tip != row.tip {
				t.Fatalf("the clone stands at %s: the table is of %s", tip, row.tip)
			}
			if diff := cmp.Diff(row.methods, r.methods()); diff != "" {
				t.Errorf("methods: -want +git\n%s", diff)
			}
			if diff := cmp.Diff(row.claims, r.claims()); diff != "" {
				t.Errorf("claims: -want +git\n%s", diff)
			}
		})
	}
}

// TestAScanIndexesWhatItAppends compares the index of words with the head of the log, before any search.
func TestAScanIndexesWhatItAppends(t *testing.T) {
	s := heardShop(t)
	s.pushUnseen()
	before := indexedUntil(t, s.World)
	s.Must("ship", "scan", "work")
	head := clitest.Documents(t, s.Must("log", "stat", "--json").Out)[0]["position"]
	if got := indexedUntil(t, s.World); got != fmt.Sprint(head) || got == before {
		t.Errorf("the index ends at position %s, before the scan at %s, and the log at %v", got, before, head)
	}
}

// indexedUntil is the position until which the index of words has the log, as its file says.
func indexedUntil(t *testing.T, w *clitest.World) (position string) {
	t.Helper()
	conn, err := sqlite.OpenConn(w.Log()+".views.search", sqlite.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = sqlitex.Execute(conn, "SELECT value FROM meta WHERE name = 'position'", &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
		position = row.ColumnText(0)
		return nil
	}})
	if err != nil || position == "" {
		t.Fatalf("the index says no position: %v", err)
	}
	return position
}
