package witness_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/producers/witness"
)

// TestADisguisedCallShowsWhatRan: commands behind shells and programs that run others, and outputs
// that are coloured, cut, quoted or of another system.
func TestADisguisedCallShowsWhatRan(t *testing.T) {
	const green, red = "passed", "failed"
	const goRedThenGreen = goRed + "\x1b[2J" + goGreen
	windows := strings.NewReplacer("\n", "\r\n").Replace
	for name, row := range map[string]struct {
		command string
		code    int
		output  string
		want    string
	}{
		// A program that passes the exit status of its command on.
		"a shell in a shell":                {`bash -c "sh -c 'cd x && go test ./...'"`, 0, goGreen, green},
		"a login shell":                     {`bash -lc 'pytest -q'`, 1, pytestRed, red},
		"env":                               {"env -i PATH=/bin CI=1 go test ./...", 0, goGreen, green},
		"time":                              {"time go test ./...", 1, goRed, red},
		"timeout":                           {"timeout -k 5 60 go test ./...", 0, goGreen, green},
		"timeout, out of time":              {"timeout 60 go test ./...", 124, "", "hung"},
		"nice, nohup":                       {"nohup nice -n 5 go test ./...", 1, goRed, red},
		"errexit":                           {"set -e; go test ./...; echo done", 0, goGreen + "done\n", green},
		"errexit, and it failed":            {"set -euo pipefail\ngo test ./... | tee log\n", 1, goRed, red},
		"a subshell that exits":             {"(cd x; go test ./...; exit $?)", 1, goRed, red},
		"a here-document for a shell":       {"bash <<'E'\nset -e\ngo test ./...\nE", 0, goGreen, green},
		"another machine":                   {"ssh host go test ./...", 1, goRed, ""},
		"another machine, by its folder":    {"docker run --rm -v $PWD:/w -w /w golang:1 go test ./...", 1, goRed, red},
		"a container without the worktree":  {"podman exec -it web pytest -q", 1, pytestRed, ""},
		"Windows line ends":                 {"go test ./... | tail -5", 0, windows(goGreen), green},
		"Windows line ends, red and masked": {"pytest -q || true", 0, windows(pytestRed), red},
		"colours, red and masked":           {"pytest -q | cat", 0, "\x1b[31m\x1b[31m\x1b[1m1 failed\x1b[0m, \x1b[32m3 passed\x1b[0m\x1b[31m in 0.12s\x1b[0m\x1b[0m\n", red},
		"colours, green and masked":         {"pytest -q; echo $?", 0, "\x1b[32m\x1b[32m\x1b[1m4 passed\x1b[0m\x1b[32m in 0.12s\x1b[0m\x1b[0m\n0\n", green},
		"a file name in another script":     {"pytest -q tests/テスト.py", 1, "FAILED tests/テスト.py::test_é - assert 1\n1 failed in 0.12s\n", red},

		// What decides the status is no test, or turns it round.
		"not":                             {"! go test ./...", 0, goRed, red},
		"not, and nothing printed":        {"! go test ./... > /dev/null 2>&1", 0, "", ""},
		"not, of a green":                 {"! go test ./... ", 1, goGreen, green},
		"a shell that drops the status":   {"bash -c 'go test ./... > /dev/null; true'", 0, "", ""},
		"a subshell that exits with 0":    {"(go test ./... > /dev/null 2>&1; exit 0)", 0, "", ""},
		"a trap on an error":              {"set -e; trap 'exit 0' ERR; go test ./... > /dev/null", 0, "", ""},
		"errexit behind a list":           {"set -e; go test ./... > /dev/null && true; echo done", 0, "done\n", ""},
		"errexit switched off":            {"set -e; set +e; go test ./... > /dev/null; echo done", 0, "done\n", ""},
		"xargs":                           {"echo ./a ./b | xargs -n1 go test > /dev/null || true", 0, "", ""},
		"xargs without input":             {"find . -name '*_none.go' | xargs -r go test", 0, "", ""},
		"find -exec":                      {`find . -name go.mod -execdir go test ./... \;`, 0, goRed, ""},
		"find -exec, and nothing printed": {`find . -name none.mod -execdir go test ./... \;`, 0, "", ""},
		"watch":                           {"timeout 5 watch -n1 go test ./...; true", 0, goRedThenGreen, ""},
		"tee drops the status":            {"go test ./... | tee log > /dev/null", 0, "", ""},
		"process substitution":            {"diff <(go test ./...) want.txt", 0, "", ""},
		"command substitution":            {`out=$(go test ./... 2>&1); echo "$out" | grep -c ok`, 0, "2\n", ""},
		"a loop over no folder":           {"for d in none/*/; do (cd $d && go test ./...); done", 0, "", ""},
		"a condition that is not met":     {"if [ -f none ]; then go test ./...; fi", 0, "", ""},
		"a case":                          {"case $X in y) go test ./... ;; esac", 0, "", ""},
		"a parallel job that is dropped":  {"go test ./... > log 2>&1 & echo started", 0, "started\n", ""},
		"eval of text that is computed":   {`eval "$CMD"; true`, 0, goGreen, ""},
		"exec of another program":         {"exec true; go test ./...", 0, "", ""},
		"a dry run":                       {"cargo test --no-run 2>&1 | tail -1; go test -n ./...", 0, goGreen, ""},
		"a name that no test has, unseen": {"go test -run NONE ./... > /dev/null", 0, "", ""},
		"a name, unseen, and it failed":   {"go test -run TestA ./... > /dev/null", 1, "", red},
		"a name, shown behind it":         {"go test -run TestA ./... > log; tail log", 0, goGreen, green},
		"a function that eval declares":   {"eval 'go() { :; }'; go test ./...", 0, goGreen, ""},
		"a path that the shell remembers": {"hash -p /bin/true go; go test ./...", 0, goGreen, ""},
		"a list that ends in a test":      {"go test ./... > /dev/null; [ $? -le 1 ]", 0, "", ""},
		"a loop until it breaks":          {"while ! go test ./... > /dev/null; do break; done", 0, "", ""},
		"both branches":                   {"go test ./... > /dev/null && echo yes || echo no", 0, "no\n", ""},
		"a return of a function":          {"f() { go test ./... > /dev/null; return 0; }; f", 0, "", ""},
		"a negated condition":             {"if ! go test ./... > /dev/null; then echo no; fi", 0, "no\n", ""},
		"unset errexit in a condition":    {"set -e; (go test ./... > /dev/null; true) || true; echo done", 0, "done\n", ""},
		"the status of a pipe's end":      {"go test ./... |& tee log | wc -l", 0, "3\n", ""},
		"a second shell that fails":       {"go test ./... && false", 1, goGreen, green},
		"an environment that only lints":  {"tox -e lint", 0, "  lint: OK (0.50 seconds)\n  congratulations :) (0.60 seconds)\n", ""},
		"a session that only lints":       {"nox -s lint", 0, "nox > Running session lint\nnox > ruff check .\nnox > Session lint was successful.\n", ""},
		"a script that checks types":      {"npm run test:types", 0, "\n> x@1.0.0 test:types\n> tsc --noEmit\n\n", ""},
		"a target that lints":             {"make test-lint", 0, "golangci-lint run\n", ""},

		// Texts that look like the summary of a runner.
		"the log of another run":               {"go test ./... > /dev/null; cat log", 0, goGreen, ""},
		"a summary of a runner that is quoted": {"pytest -q", 1, "E   AssertionError: '4 passed in 0.12s' != ''\n1 failed in 0.12s\n", red},
		"the summary of another runner":        {"go test ./... > /dev/null; pytest -q", 0, pytestGreen, green},
		"an expected output, masked":           {"pytest -q || true", 0, "Expected:\n4 passed in 0.12s\n=== FAILURES ===\n", green},
		"a help text":                          {"pytest --help | tail -3", 0, "example:\n4 passed in 0.12s\n", ""},
		"cut at its end, masked":               {"cargo test | head -3", 0, "running 3 tests\ntest a ... ok\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n", ""},
		"cut before its end, masked":           {"go test ./... | tail -2", 0, "ok  \tx/b\t0.2s\nok  \tx/c\t0.2s\n", green},
		"an output in another language":        {"mvn test | tail -3", 0, "[INFO] ERSTELLEN ERFOLGREICH\n", ""},
		"digits of another script":             {"pytest -q | tail -1", 0, "٤ passed in 0.12s\n", ""},
		"letters that look alike":              {"pytest -q | tail -1", 0, "4 раssed in 0.12s\n", ""},
	} {
		call := witness.Call{Command: row.command, CWD: "/w", Status: witness.StatusZero, Code: row.code, Output: row.output}
		if row.code != 0 {
			call.Status = witness.StatusFailed
		}
		got := ""
		for _, f := range witness.Read(call) {
			if f.Test != nil {
				got = string(f.Test.Result)
			}
		}
		if got != row.want {
			t.Errorf("%s: %s: %q, want %q", name, row.command, got, row.want)
		}
	}
}
