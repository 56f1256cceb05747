package witness_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/witness"
)

// outline writes facts in one line.
func outline(all []witness.Facts) string {
	var out []string
	for _, f := range all {
		out = append(out, outlineOf(f)...)
	}
	return strings.Join(out, " · ")
}

func outlineOf(f witness.Facts) (out []string) {
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if t := f.Test; t != nil {
		add("%s %s %s %d/%d/%d %v", t.Runner, t.Level, t.Result, t.Passed, t.Failed, t.Skipped, t.Names)
	}
	for _, c := range f.Other.Checks {
		add("%s: %s failed=%t", c.Program, c.Check, c.Failed)
	}
	for _, c := range f.Other.Commits {
		add("commit %s on %q amends=%t clean=%t in %s", c.Commit, c.Branch, c.Amends, c.Clean, c.Folder)
	}
	for _, r := range f.Other.Refs {
		add("ref %s/%s %s..%s %s", r.Remote, r.Ref, r.Old, r.New, r.Result)
	}
	for _, p := range f.Other.PullRequests {
		add("pull %s#%d %s viewed=%t", p.Repo, p.Number, p.State, p.Viewed)
	}
	if o := f.Other; o.MayStage || o.MayUnstage || o.MayUndo {
		add("index +%t -%t undo=%t", o.MayStage, o.MayUnstage, o.MayUndo)
	}
	if len(f.Other.Staged)+len(f.Other.Removes) > 0 {
		add("stages %v removes %v", f.Other.Staged, f.Other.Removes)
	}
	if len(f.Other.Writes)+len(f.Other.MayWrite) > 0 {
		add("writes %v may %v", f.Other.Writes, f.Other.MayWrite)
	}
	return out
}

const (
	pytestGreen = "....\n4 passed in 0.12s\n"
	pytestRed   = "FAILED a/test_x.py::test_y - assert 1\n1 failed, 3 passed in 0.12s\n"
	goGreen     = "ok  \tx/a\t0.1s\nok  \tx/b\t(cached)\n"
	goRed       = "--- FAIL: TestA (0.00s)\nFAIL\tx/a\t0.1s\nok  \tx/b\t0.2s\nFAIL\n"
)

// TestACallShowsWhatItsEndShows: command, status, exit code and output → facts.
func TestACallShowsWhatItsEndShows(t *testing.T) {
	const zero, failed, unknown, late = witness.StatusZero, witness.StatusFailed, witness.StatusUnknown, witness.StatusTimedOut
	for name, row := range map[string]struct {
		command string
		status  witness.Status
		code    int
		output  string
		want    string
	}{
		"green by its status":                {"go test ./...", zero, 0, goGreen, "go test workspace passed 0/0/0 []"},
		"green behind cd":                    {"cd a && pytest -q", zero, 0, pytestGreen, "pytest workspace passed 4/0/0 []"},
		"red by its status":                  {"go test ./...", failed, 1, goRed, "go test workspace failed 0/1/0 [TestA]"},
		"red of a package that cannot build": {"go test ./a", failed, 1, "FAIL\tx/a [build failed]\nFAIL\n", "go test package failed 0/0/0 []"},
		"out of time":                        {"go test ./...", late, 0, "=== RUN TestA\n", "go test workspace hung 0/0/0 []"},
		"out of time by timeout":             {"timeout 5 pytest", failed, 124, "collected 3 items\n", "pytest workspace hung 0/0/0 []"},
		"out of time by go itself":           {"go test .", failed, 1, "panic: test timed out after 1s\nFAIL\tx\t1s\n", "go test package hung 0/0/0 []"},
		"the summary behind a pipe":          {"pytest 2>&1 | tail -3", zero, 0, pytestGreen, "pytest workspace passed 4/0/0 []"},
		"a red summary behind a pipe":        {"pytest 2>&1 | tail -3", zero, 0, pytestRed, "pytest workspace failed 3/1/0 [a/test_x.py::test_y]"},
		"a red summary behind || true":       {"pytest || true", zero, 0, pytestRed, "pytest workspace failed 3/1/0 [a/test_x.py::test_y]"},
		"a green summary before echo":        {"pytest; echo done $?", zero, 0, pytestGreen + "done 0\n", "pytest workspace passed 4/0/0 []"},
		"no status, a summary":               {"pytest", unknown, 0, pytestGreen, "pytest workspace passed 4/0/0 []"},
		"its own log, read behind it":        {"pytest > /tmp/l 2>&1; tail -5 /tmp/l", zero, 0, pytestGreen, "pytest workspace passed 4/0/0 []"},
		"a test by name":                     {"go test -run TestA ./...", zero, 0, goGreen, "go test targeted passed 0/0/0 []"},
		"a file":                             {"pytest tests/test_a.py::test_b", zero, 0, "1 passed in 0.1s\n", "pytest targeted passed 1/0/0 []"},
		"a folder":                           {"pytest tests", zero, 0, pytestGreen, "pytest package passed 4/0/0 []"},
		"through a package manager":          {"uv run pytest -q", zero, 0, pytestGreen, "pytest workspace passed 4/0/0 []"},
		"a module of python":                 {"python3.12 -m pytest -q", zero, 0, pytestGreen, "pytest workspace passed 4/0/0 []"},
		"a script of the project":            {"npm test", zero, 0, "Tests:       1 skipped, 3 passed, 4 total\nTest Suites: 1 passed, 1 total\n", "npm test workspace passed 3/0/1 []"},
		"a red that prints what it runs":     {"npm test --silent", failed, 1, "$ echo ok\nnot as expected\n", "npm test workspace failed 0/0/0 []"},
		"a task of the project":              {"mise run test", zero, 0, "[test] $ go test ./...\n" + goGreen, "mise workspace passed 0/0/0 []"},
		"two runs in one call":               {"go test ./a && pytest", zero, 0, goGreen + pytestGreen, "go test package passed 0/0/0 [] · pytest workspace passed 4/0/0 []"},
		"what is written before a test":      {"sed -i s/a/b/ x.go && go test . && git commit -qam x", zero, 0, goGreen, `writes [/w/x.go] may [] · go test package passed 0/0/0 [] · commit  on "" amends=false clean=false in /w`},
		"a build is a check":                 {"go build ./... && go vet ./...", zero, 0, "", "go build: build failed=false · go vet: lint failed=false"},

		// What is no test, or does not show how one came out.
		"no test ran":                         {"pytest -k nothing", failed, 5, "no tests ran in 0.01s\n", ""},
		"no test files":                       {"go test ./...", zero, 0, "?   \tx/a\t[no test files]\n", ""},
		"no tests to run":                     {"go test -run X .", zero, 0, "testing: warning: no tests to run\nPASS\nok  \tx\t0.1s [no tests to run]\n", ""},
		"the runner is not installed":         {"python -m pytest", failed, 1, "/usr/bin/python: No module named pytest\n", ""},
		"not installed, status masked":        {"python -m pytest | tail -1", zero, 0, "/usr/bin/python: No module named pytest\n", ""},
		"not installed, status 0":             {"pytest", zero, 0, "bash: pytest: command not found\n", ""},
		"a missing script":                    {"npm test", failed, 1, "npm error Missing script: \"test\"\n", ""},
		"a workspace that is not there":       {"npm --workspace packages/w test", failed, 1, "npm error No workspaces found:\nnpm error   --workspace=packages/w\n", ""},
		"a list of tests":                     {"pytest --collect-only", zero, 0, "4 tests collected in 0.1s\n", ""},
		"help":                                {"jest --help", zero, 0, "Usage\n", ""},
		"killed":                              {"go test ./...", failed, 137, "", ""},
		"masked, no summary":                  {"go test ./... || true", zero, 0, "", ""},
		"the failure may be another's":        {"make gen && go test ./...", failed, 2, "gen: error\n", "writes [] may [make]"},
		"behind checks that succeeded":        {"gofmt -w . && golangci-lint run && go vet ./... && go test ./... | tail -9", zero, 0, "0 issues.\n" + goGreen, "golangci-lint run: lint failed=false · go vet: lint failed=false · writes [] may [gofmt] · go test workspace passed 0/0/0 []"},
		"behind tasks that only check":        {"mise run fmt && mise run lint && mise run test 2>&1 | tail -20", zero, 0, "0 issues.\n[test] $ go test ./...\n" + goGreen + "[fmt] $ gofmt -w .\n[lint] $ golangci-lint run ./...\n", "mise workspace passed 0/0/0 []"},
		"behind a task that may do more":      {"mise run lint && mise run test 2>&1 | tail -20", zero, 0, "[test] $ go test ./...\n" + goGreen + "[lint] $ ./all.sh\n", ""},
		"behind a task that does not tell":    {"mise run lint && mise run test 2>&1 | tail -20", zero, 0, goGreen, ""},
		"behind a check by a script":          {"npm run lint && go test ./... | tail -9", zero, 0, goGreen, "npm run lint: lint failed=false"},
		"behind a check that may have failed": {"golangci-lint run; go test ./... | tail -9", zero, 0, goGreen, ""},
		"red behind a check":                  {"golangci-lint run && go test ./... 2>&1 | tail -9", zero, 0, goRed, "golangci-lint run: lint failed=false · go test workspace failed 0/1/0 [TestA]"},
		"a filter that keeps what fails":      {`go test ./... 2>&1 | grep -E "ok|FAIL"`, zero, 0, goGreen, "go test workspace passed 0/0/0 []"},
		"one of basic expressions":            {`go test ./... | grep '^ok\|^FAIL'`, zero, 0, goGreen, "go test workspace passed 0/0/0 []"},
		"one in brackets":                     {`go test ./... | egrep '(ok|FAIL)'`, zero, 0, goGreen, "go test workspace passed 0/0/0 []"},
		"one that keeps less":                 {`go test ./... | grep -E "ok|FAIL:"`, zero, 0, goGreen, ""},
		"one that needs more":                 {`go test ./... | grep -E "(FAIL|ok)(x)"`, zero, 0, goGreen, ""},
		"one that drops it":                   {`go test ./... | grep -vE "ok|FAIL"`, zero, 0, goGreen, ""},
		"one with an end of it behind":        {`go test ./... | grep -E "ok|FAIL" | tail -1`, zero, 0, goGreen, ""},
		"one for another runner":              {`pytest -v | grep -E "PASSED|FAIL"`, zero, 0, "a.py::test_x PASSED\n", ""},
		"a filter that may drop what fails":   {"go test ./... | grep ^ok", zero, 0, goGreen, ""},

		// Evasions.
		"echo ok":                         {`echo "ok  	x	0.1s"`, zero, 0, goGreen, ""},
		"a comment":                       {"true # go test ./...", zero, 0, goGreen, ""},
		"a here-document":                 {"cat <<E\ngo test ./...\nE", zero, 0, "go test ./...\n" + goGreen, ""},
		"the output of another session":   {"cat other.log; go test ./... > /dev/null; true", zero, 0, goGreen, ""},
		"another's output after a masked": {"go test ./... | tail -3; cat old.log", zero, 0, goGreen, ""},
		"echo behind a masked":            {`pytest || true; echo "4 passed in 0.1s"`, zero, 0, "4 passed in 0.1s\n", ""},
		"a function of the name":          {"go() { true; }; go test ./...", zero, 0, "", ""},
		"an alias of the name":            {"alias pytest=true\npytest", zero, 0, "", ""},
		"exit 0":                          {"go test ./...; exit 0", zero, 0, "", ""},
		"a background job":                {"go test ./... & exit 0", zero, 0, "", ""},
		"a substitution":                  {`echo "$(go test ./...)"`, zero, 0, goGreen, ""},
		"a loop":                          {"for i in 1; do go test ./...; done", zero, 0, "", ""},
		"not reached":                     {"exit 0; go test ./...", zero, 0, "", ""},
		"asked for, not run":              {"command -v pytest", zero, 0, "/usr/bin/pytest\n", ""},

		"a program of the name, by its path":   {"/tmp/x/go test ./...", zero, 0, "", ""},
		"the runner by its path":               {".venv/bin/pytest -q", zero, 0, pytestGreen, "pytest workspace passed 4/0/0 []"},
		"a path to programs":                   {"PATH=/tmp/x:$PATH go test ./...", zero, 0, "", ""},
		"a variable that chooses tests":        {"GOFLAGS=-run=A go test ./...", zero, 0, goGreen, "go test targeted passed 0/0/0 []"},
		"no test of a script":                  {"npm test -- --passWithNoTests", zero, 0, "No tests found, exiting with code 0\n", ""},
		"touched, not run":                     {"make -t test", zero, 0, "touch test\n", ""},
		"a push told by a file":                {"cat push.log; git push -q 2>/dev/null || true", zero, 0, "To x\n   1111111..2222222  main -> main\n", ""},
		"a rejection beside another's output":  {"cat x; git push || true", zero, 0, "To x\n ! [rejected]        main -> main (fetch first)\n", "ref /main .. rejected"},
		"a commit told by a file":              {"cat commit.log; git commit -qm x || true", zero, 0, "[main 3f2a1c9] x\n", ""},
		"a push behind a look at git":          {"git push 2>&1 | tail -1; git status -sb", zero, 0, "   1111111..2222222  main -> main\n## main\n", "ref /main 1111111..2222222 updated"},
		"a branch that a push removes":         {"git push -q origin :b", zero, 0, "", "ref origin/b .. deleted"},
		"a branch that a push removes by word": {"git push -q --delete origin b", zero, 0, "", "ref origin/b .. deleted"},

		// The index, and commits that are taken back.
		"files that are not told":      {"git add $F b.go", zero, 0, "", "index +true -false undo=false · stages [/w/b.go] removes []"},
		"files that are left out":      {"git add -A -- ':!a.go'", zero, 0, "", "index +true -false undo=false"},
		"parts of files":               {"git add -p", zero, 0, "", "index +true -false undo=false"},
		"taken out of the index":       {"git add . && git reset -q a.go && git commit -qm x", zero, 0, "", `stages [/w] removes [] · index +false -true undo=false · writes [] may [git] · commit  on "" amends=false clean=false in /w`},
		"out of the index, not a file": {"git rm -q --cached a.go", zero, 0, "", "index +false -true undo=false · writes [] may [git]"},
		"a commit of some files":       {"git add -A && git commit -qm x -- a.go", zero, 0, "", `stages [/w] removes [] · commit  on "" amends=false clean=false in /w · index +false -true undo=false · stages [/w/a.go] removes []`},
		"a message in one word":        {"git commit -qm 'a b'", zero, 0, "", `commit  on "" amends=false clean=false in /w`},
		"a commit taken back":          {"git reset --soft HEAD~1", zero, 0, "", "index +false -true undo=true · writes [] may [git]"},
		"a branch moved back":          {"git reset --hard origin/main", zero, 0, "", "index +false -true undo=true · writes [] may [git]"},
		"a worktree set back":          {"git reset --hard", zero, 0, "", "index +false -true undo=false · writes [] may [git]"},

		// Commits, pushes, pull requests.
		"a commit":                     {`git add -A && git commit -m "x"`, zero, 0, "[main 3f2a1c9] x\n 1 file changed\n", `commit 3f2a1c9 on "main" amends=false clean=false in /w · stages [/w] removes []`},
		"globs are staged":             {"git add tests/*.py $F && git commit -m x", zero, 0, "[main 3f2a1c9] x\n", `commit 3f2a1c9 on "main" amends=false clean=false in /w · index +true -false undo=false · stages [/w/tests/*.py] removes []`},
		"a commit without output":      {"git commit -qm x", zero, 0, "", `commit  on "" amends=false clean=false in /w`},
		"amended, elsewhere":           {"git -C sub commit --amend --no-edit", zero, 0, "[b 1234567] x\n", `commit 1234567 on "b" amends=true clean=false in /w/sub`},
		"nothing to commit":            {"git commit -m x", failed, 1, "On branch main\nnothing to commit, working tree clean\n", `commit  on "" amends=false clean=true in /w`},
		"a clean status":               {"git status", zero, 0, "On branch main\nnothing to commit, working tree clean\n", `commit  on "" amends=false clean=true in /w`},
		"a clean status, in short":     {"git status --short --branch", zero, 0, "## main...origin/main\n", `commit  on "" amends=false clean=true in /w`},
		"a status behind a push":       {"git push -q && git status -sb", zero, 0, "## main...origin/main [ahead 1]\n", `ref / .. updated · commit  on "" amends=false clean=true in /w`},
		"a status that lists files":    {"git status -sb", zero, 0, "## main\n?? a.go\n", ""},
		"a status of some files":       {"git status -sb a.go", zero, 0, "## main\n", ""},
		"a status of tracked files":    {"git status -sb -uno", zero, 0, "## main\n", ""},
		"a status without its lines":   {"git status -sb | head -1", zero, 0, "## main\n", ""},
		"a status that nothing says":   {"git status --short", zero, 0, "", ""},
		"a status of somebody else":    {"git status -sb; ./show", zero, 0, "## main\n", ""},
		"a status that failed":         {"git status -sb", failed, 128, "## main\n", ""},
		"a commit that a hook held":    {"git commit -m x", failed, 1, "lint failed\n", ""},
		"tests of a commit's hook":     {"git commit -m x", zero, 0, pytestGreen + "[main 3f2a1c9] x\n", `git hook targeted passed 4/0/0 [] · commit 3f2a1c9 on "main" amends=false clean=false in /w`},
		"red tests of a commit's hook": {"git commit -m x", failed, 1, pytestRed, "git hook targeted failed 3/1/0 [a/test_x.py::test_y]"},
		"a push":                       {"git push origin main", zero, 0, "To github.com:o/r.git\n   1111111..2222222  main -> main\n", "ref origin/main 1111111..2222222 updated"},
		"a push rejected":              {"git push", failed, 1, "To x\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs\n", "ref /main .. rejected"},
		"a push forced":                {"git push -f", zero, 0, "To x\n + 1111111...2222222 b -> b (forced update)\n", "ref /b 1111111..2222222 forced"},
		"a push of a new branch":       {"git push -u origin b 2>&1 | tail -3", zero, 0, " * [new branch]      b -> b\nbranch 'b' set up to track 'origin/b'.\n", "ref origin/b .. created"},
		"a push that had nothing":      {"git push origin main", zero, 0, "Everything up-to-date\n", "ref origin/main .. up_to_date"},
		"a push that was tried only":   {"git push --dry-run", zero, 0, "To x\n   1111111..2222222  main -> main\n", ""},
		"a fetch is no push":           {"git fetch", zero, 0, "From x\n   1111111..2222222  main -> origin/main\n", ""},
		"a pull request":               {"gh pr create --fill", zero, 0, "https://github.com/o/r/pull/12\n", "pull github.com/o/r#12 open viewed=false"},
		"a merged pull request":        {"gh pr merge 12 --squash", zero, 0, "✓ Squashed and merged pull request o/r#12 (x)\n", "pull o/r#12 merged viewed=false"},
		"a merge that waits":           {"gh pr merge 12 --auto", zero, 0, "✓ Pull request #12 will be automatically merged\n", ""},
		"a pull request looked at":     {"gh pr view 3 --json state,url", zero, 0, `{"state":"OPEN","url":"https://github.com/o/r/pull/3"}`, "pull github.com/o/r#3 open viewed=true"},
		"a merge request":              {"glab mr create -f", zero, 0, "https://gitlab.com/o/r/-/merge_requests/4\n", "pull gitlab.com/o/r#4 open viewed=false"},

		// Writes.
		"a redirection":           {"cd a && cat > b.txt <<'E'\nx\nE", zero, 0, "", "writes [/w/a/b.txt] may []"},
		"files that are named":    {"rm -f a b && mv c d", zero, 0, "", "stages [] removes [/w/a /w/b /w/c] · writes [/w/d] may []"},
		"in place":                {"sed -i s/a/b/ x.go", zero, 0, "", "writes [/w/x.go] may []"},
		"a formatter":             {"prettier --write .", zero, 0, "", "writes [] may [prettier]"},
		"a program in the text":   {"python3 - <<'E'\nopen('x','w').write('y')\nE", zero, 0, "", "writes [] may [python3]"},
		"a program that reads":    {"python3 -c 'print(1)'", zero, 0, "1\n", ""},
		"a patch that is refused": {"apply_patch <<'E'\n*** Update File: a\nE", failed, 1, "error\n", ""},
		"nothing is written":      {"ls -la && git status 2>/dev/null", zero, 0, "", ""},
	} {
		call := witness.Call{Command: row.command, CWD: "/w", Status: row.status, Code: row.code, Output: row.output}
		if diff := cmp.Diff(row.want, outline(witness.Read(call))); diff != "" {
			t.Errorf("%s: %s: -want +got\n%s", name, row.command, diff)
		}
	}
}
