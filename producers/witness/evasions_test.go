package witness_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/witness"
	"github.com/clawable/claw/producers/witness/summary"
)

// TestNoEvasionIsGreen: commands that exit with 0, some with the text of a green runner in their
// output, none of which ran a test or shows that it passed.
func TestNoEvasionIsGreen(t *testing.T) {
	const npmNone = "\n> x@1.0.0 test\n> jest --passWithNoTests\n\nNo tests found, exiting with code 0\n"
	for name, row := range map[string]struct{ command, output string }{
		"echo ok":                                  {`echo "ok"`, "ok\n"},
		"echo a summary":                           {`echo "4 passed in 0.12s"`, pytestGreen},
		"printf a summary behind a test":           {`pytest -q > /dev/null || printf '4 passed in 0.12s\n'`, pytestGreen},
		"a comment":                                {"true # pytest -q", pytestGreen},
		"a here-document":                          {"cat <<'E'\n$ go test ./...\nok  \tx\t0.1s\nE", goGreen},
		"a here-document for a shell's input":      {"cat > run.sh <<'E'\npytest -q\nE", ""},
		"another session's output":                 {"cat /tmp/other/pytest.log", pytestGreen},
		"another session's output, masked":         {"pytest -q 2>/dev/null >/dev/null; cat /tmp/other/pytest.log", pytestGreen},
		"a runner behind an alias":                 {"shopt -s expand_aliases; alias pytest='echo 4 passed in 0.12s'\npytest -q", pytestGreen},
		"a runner behind a function":               {"pytest() { cat green.log; }; pytest -q", pytestGreen},
		"a function in a called shell":             {`bash -c 'go() { :; }; go test ./...'`, goGreen},
		"|| true":                                  {"go test ./... > /dev/null 2>&1 || true", ""},
		"a pipe":                                   {"go test ./... | wc -l", "3\n"},
		"a pipe that drops what failed":            {"go test ./... | grep -v FAIL", goGreen},
		"a filter for what is not there":           {`go test ./... | grep -E "FAIL|FAILED" | grep ok`, goGreen},
		"a check of its own that prints a summary": {"./golangci-lint run && go test ./... | tail -0", goGreen},
		"a check that is a function":               {"gofmt() { cat green.log; }; gofmt && go test ./... | tail -0", goGreen},
		"a check that another folder holds":        {"PATH=./bin:$PATH; go vet ./... && go test ./... | tail -0", goGreen},
		"a task that runs a file":                  {"mise run lint && mise run test | tail -0", goGreen + "[lint] $ ./lint.sh\n"},
		"a background job":                         {"go test ./... > log & wait; cat old", goGreen},
		"exit 0":                                   {"go test ./... > /dev/null; exit 0", ""},
		"a trap":                                   {"trap 'exit 0' EXIT; go test ./... > /dev/null; true", ""},
		"not reached":                              {"false && go test ./...; true", ""},
		"in a container":                           {"docker run --rm golang:1 go test ./...", goGreen},
		"in a running container":                   {"docker compose exec web pytest -q", pytestGreen},
		"on another machine":                       {"ssh host 'cd x && go test ./...'", goGreen},
		"-count=0":                                 {"go test -count=0 ./...", "ok  \tx\t0.1s [no tests to run]\n"},
		"-run NONE":                                {"go test -run NONE ./...", "testing: warning: no tests to run\nok  \tx\t0.1s [no tests to run]\n"},
		"go vet":                                   {"go vet ./...", goGreen},
		"-exec":                                    {"go test -exec true ./...", goGreen},
		"--exec=":                                  {"go test --exec=true ./...", goGreen},
		"-list":                                    {"go test -list . ./...", "TestA\n" + goGreen},
		"a build of the tests":                     {"go test -c ./a", ""},
		"--collect-only":                           {"pytest --collect-only", "4 tests collected in 0.1s\n"},
		"--co":                                     {"python -m pytest --co -q", "4 tests collected in 0.1s\n"},
		"--setup-only":                             {"pytest --setup-only", "no tests ran in 0.1s\n"},
		"--listTests":                              {"jest --listTests", "/w/a.test.js\n"},
		"--listTests of a script":                  {"npm test -- --listTests", "/w/a.test.js\n"},
		"--passWithNoTests":                        {"jest --passWithNoTests", "No tests found, exiting with code 0\n"},
		"--passWithNoTests, unseen":                {"jest --passWithNoTests nothing > /dev/null 2>&1", ""},
		"--passWithNoTests in a script":            {"npm test", npmNone},
		"a script that says so":                    {"npm test", "\n> x@1.0.0 test\n> echo ok\n\nok\n"},
		"a script without a package's name":        {"npm test", "\n> test\n> echo \"all tests passed\" && exit 0\n\nall tests passed\n"},
		"a script of pnpm":                         {"pnpm test", "\n> x@1.0.0 test /w\n> true\n\n"},
		"a script of yarn":                         {"yarn test", "yarn run v1.22.22\n$ echo ok\nok\nDone in 0.05s.\n"},
		"a script of bun":                          {"bun run test", "$ echo ok\nok\n"},
		"a script of composer":                     {"composer test", "> echo ok\nok\n"},
		"a task":                                   {"task test", "task: [test] echo ok\nok\n"},
		"--if-present":                             {"npm test --if-present", ""},
		"cargo test --no-run":                      {"cargo test --no-run", "    Finished test\n"},
		"cargo test -- --list":                     {"cargo test -- --list", "a: test\n\n1 test, 0 benchmarks\n"},
		"-DskipTests":                              {"mvn -q package -DskipTests", ""},
		"-Dmaven.test.skip=true":                   {"mvn install -Dmaven.test.skip=true", "[INFO] BUILD SUCCESS\n"},
		"a package without tests":                  {"mvn -q package", ""},
		"-x test":                                  {"gradle build -x test", "BUILD SUCCESSFUL in 1s\n"},
		"--exclude-task :a:test":                   {"./gradlew build --exclude-task :a:test", ""},
		"make -n":                                  {"make -n test", "go test ./...\n"},
		"make -q":                                  {"make --question test", ""},
		"up to date":                               {"make test", "make: 'test' is up to date.\n"},
		"the version of a runner":                  {"vitest -v", "vitest/3.2.4 linux-x64 node-v24\n"},
		"not installed":                            {"python -m pytest -q | tail -3", "/usr/bin/python: No module named pytest\n"},
		"a red script that exits with 0":           {"npm test", "\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 3 passed, 4 total\n"},
		"a suite that does not load, masked":       {"jest 2>&1 | tail -5", "Test Suites: 1 failed, 1 passed, 2 total\nTests:       3 passed, 3 total\n"},
		"the last line of several, masked":         {"npx playwright test | tail -1", "  2 passed (1.0s)\n"},
		"the last events of several, masked":       {"go test -json ./... | tail -2", `{"Action":"pass","Package":"x/b"}` + "\n"},
	} {
		call := witness.Call{Command: row.command, CWD: "/w", Status: witness.StatusZero, Output: row.output}
		for _, f := range witness.Read(call) {
			if f.Test != nil && f.Test.Result == summary.Passed {
				t.Errorf("%s: %s: green", name, row.command)
			}
		}
	}
}

// TestAContainerWithTheWorktreeRunsOtherTests: its tests are known to be of no selection of the host's.
func TestAContainerWithTheWorktreeRunsOtherTests(t *testing.T) {
	all := witness.Read(witness.Call{Command: "docker run -v $PWD:/w golang:1 go test ./...", CWD: "/w", Status: witness.StatusZero, Output: goGreen})
	if len(all) != 1 || all[0].Test == nil || !all[0].Test.Computed || all[0].Test.Folder != "" {
		t.Errorf("%+v", all)
	}
}

// TestATranscriptOfAnAgentsOwnIsAFile: a call that writes lines of a transcript writes a file, and runs no test.
func TestATranscriptOfAnAgentsOwnIsAFile(t *testing.T) {
	const name = "/home/dev/.claude/projects/x/own.jsonl"
	command := "cat >> " + name + ` <<'E'
{"type":"tool_result","content":"ok x 0.1s","command":"go test ./..."}
E`
	all := witness.Read(witness.Call{Command: command, CWD: "/w", Status: witness.StatusZero, Output: goGreen})
	if len(all) != 1 || all[0].Test != nil || len(all[0].Other.Writes) != 1 || all[0].Other.Writes[0] != domain.Path(name) {
		t.Errorf("%+v", all)
	}
}

// TestWhatIsMissingIsNoFailedTest: the runner, the project, the target or the file to test is not there.
// Lines of programs that no registry has are those of their sources.
func TestWhatIsMissingIsNoFailedTest(t *testing.T) {
	for command, row := range map[string]struct {
		code   int
		output string
	}{
		"gradle nowhere:test":    {1, "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nCannot locate tasks that match 'nowhere:test' as project 'nowhere' not found in root project 'x'.\n\nBUILD FAILED in 1s\n"},
		"./gradlew test":         {1, "* What went wrong:\nTask 'test' not found in root project 'x'.\n\nBUILD FAILED in 512ms\n"},
		"gradle test":            {1, "Directory '/w' does not contain a Gradle build.\n\nBUILD FAILED in 1s\n"},
		"mvn -pl nowhere test":   {1, "[ERROR] Could not find the selected project in the reactor: nowhere @ \n"},
		"tox -e nowhere":         {254, "ROOT: HandledError| provided environments not found in configuration file:\nnowhere\n"},
		"tox -e unit":            {255, "  unit: SKIP (0.02 seconds)\n  evaluation failed :( (0.06 seconds)\n"},
		"tox":                    {0, "ROOT: No loadable tox.ini or setup.cfg or pyproject.toml or tox.toml found, assuming empty tox.ini at /w\n  py: OK (0.01 seconds)\n  congratulations :) (0.06 seconds)\n"},
		"tox -e py27":            {0, "SKIPPED:  py27: InterpreterNotFound: python2.7\n  congratulations :)\n"},
		"nox -s nowhere":         {3, "nox > Sessions not found: nowhere\n"},
		"nox -s tests":           {1, "nox > Running session tests\nnox > no-such-runner\nnox > Program no-such-runner not found.\nnox > Session tests failed.\n"},
		"nox":                    {0, "nox > Running session tests-3.12\nnox > Missing interpreters will error by default on CI systems.\nnox > Session tests-3.12 skipped: Python interpreter 3.12 not found.\n"},
		"rake spec":              {1, "rake aborted!\nDon't know how to build task 'spec' (See the list of available tasks with `rake --tasks`)\n"},
		"bundle exec rspec":      {10, "Could not locate Gemfile or .bundle/ directory\n"},
		"npm run test:unit":      {1, "npm error Missing script: \"test:unit\"\n"},
		"npm test":               {127, "\n> x@1.0.0 test\n> jest\n\nsh: 1: jest: not found\n"},
		"just test":              {127, "jest\nsh: 1: jest: not found\nerror: Recipe `test` failed on line 2 with exit code 127\n"},
		"bun run test":           {1, "error: Script not found \"test\"\n"},
		"composer test":          {1, "Composer could not find a composer.json file in /w\n"},
		"mise run test":          {1, "mise ERROR no task test found\n"},
		"mix test":               {1, "** (Mix) Could not find a Mix.Project, please ensure you are running Mix in a directory with a mix.exs file\n"},
		"swift test":             {1, "error: Could not find Package.swift in this directory or any of its parent directories.\n"},
		"dotnet test":            {1, "MSBUILD : error MSB1003: Specify a project or solution file. The current working directory does not contain a project or solution file.\n"},
		"php artisan test":       {1, "Could not open input file: artisan\n"},
		"bazel test //nowhere:x": {1, "ERROR: Skipping '//nowhere:x': no such package 'nowhere': BUILD file not found\n"},
	} {
		call := witness.Call{Command: command, CWD: "/w", Status: witness.StatusFailed, Code: row.code, Output: row.output}
		if row.code == 0 {
			call.Status = witness.StatusZero
		}
		for _, f := range witness.Read(call) {
			if f.Test != nil {
				t.Errorf("%s: %+v", command, f.Test)
			}
		}
	}
}
