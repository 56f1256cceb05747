package witness

import (
	"github.com/clawable/claw/internal/lazy"
	"github.com/clawable/claw/producers/witness/summary"
)

// scripts are the verbs of a package manager that runs a script by its name.
var scripts = []string{"test", "t", "tst", "run test", "run test:*", "run-script test", "run tests", "run unit", "run test-*", "run e2e", "workspaces run test", "test:*"}

// What a script hands on to its runner: options that choose tests, and those with which none runs.
var (
	scriptFilters = []string{"-t", "--testNamePattern", "--testPathPattern", "--testPathPatterns", "-g", "--grep", "--fgrep", "-k", "--match", "--changed", "--onlyChanged", "--findRelatedTests", "--onlyFailures", "--shard", "--test-name-pattern"}
	scriptLists   = []string{"--listTests", "--list", "--list-tests", "--dry-run", "--collect-only", "--co", "--showConfig", "--no-run"}
)

// targets are the names of test targets of build programs, anywhere among the targets.
var targets = []string{"test", "tests", "check", "test-*", "test_*", "test:*", "unit", "unit-test", "unit-tests", "unittest", "unittests", "integration", "integration-test", "e2e", "spec"}

// runners is the table of test runners. A program that only runs a script of the project reads
// the summary of whichever runner printed one.
var runners = lazy.Value[[]runner]{Make: rows}

func rows() []runner {
	return []runner{
		{name: "go test", programs: []string{"go"}, verbs: []string{"test"}, plain: pkg, operand: goLevel,
			valued:  []string{"-run", "-bench", "-count", "-timeout", "-tags", "-coverprofile", "-covermode", "-coverpkg", "-cpu", "-p", "-parallel", "-skip", "-fuzz", "-fuzztime", "-o", "-exec", "-shuffle", "-ldflags", "-gcflags", "-mod", "-modfile", "-vet", "-benchtime", "-cpuprofile", "-memprofile", "-outputdir", "-C"},
			filters: []string{"-run", "-bench", "-fuzz", "-skip", "--run", "--skip"}, lists: []string{"-c", "-list", "--list", "-n", "-exec", "--exec"}, read: summary.ReadGo},
		{name: "gotestsum", programs: []string{"gotestsum"}, plain: pkg, operand: goLevel, valued: []string{"--format", "-f", "--junitfile", "--jsonfile", "--packages"}, read: summary.ReadGotestsum},
		{name: "ginkgo", programs: []string{"ginkgo"}, plain: pkg, operand: goLevel, widens: []string{"-r", "--recursive"}, filters: []string{"--focus", "--focus-file"}, lists: []string{"build", "bootstrap", "generate"}, read: summary.ReadGinkgo},
		{name: "cargo nextest", programs: []string{"cargo"}, verbs: []string{"nextest run", "nextest r"}, plain: pkg, valued: cargoValued, widens: []string{"--workspace", "--all"},
			filters: []string{"--test", "--lib", "--bin", "--example", "--bench", "-E", "--filter-expr"}, lists: []string{"--no-run"}, masks: []string{"--no-tests"}, notRun: []int{4, 96, 104, 105}, read: summary.ReadNextest, revision: 4},
		{name: "cargo test", programs: []string{"cargo"}, verbs: []string{"test", "t", "+* test"}, plain: pkg, valued: cargoValued, widens: []string{"--workspace", "--all"},
			filters: []string{"--test", "--lib", "--bin", "--example", "--bench", "--doc", "--bins", "--tests", "--skip", "--ignored"}, lists: []string{"--no-run", "--list"}, read: summary.ReadCargo},
		{name: "pytest", programs: []string{"pytest", "py.test"}, plain: all, operand: fileLevel, valued: []string{"-k", "-m", "-n", "-c", "-o", "-p", "-W", "--tb", "--maxfail", "--timeout", "--cov", "--rootdir", "--deselect", "--ignore", "--junitxml", "--durations", "--cov-report", "--log-cli-level", "-r"},
			filters: []string{"-k", "-m", "--lf", "--last-failed", "--deselect", "--sw", "--stepwise"}, lists: []string{"--collect-only", "--co", "--fixtures", "--fixtures-per-test", "--markers", "--setup-plan", "--setup-only", "--cache-show"}, notRun: []int{3, 4, 5}, read: summary.ReadPytest},
		{name: "unittest", programs: []string{"unittest", "nose2"}, plain: all, operand: unittestLevel, valued: []string{"-s", "-p", "-t", "-k", "--start-directory", "--pattern", "--top-level-directory"}, filters: []string{"-k", "-p", "--pattern"}, narrows: []string{"-s", "--start-directory"}, notRun: []int{5}, read: summary.ReadUnittest},
		{name: "django test", programs: []string{"manage.py", "django-admin"}, verbs: []string{"test"}, plain: all, filters: []string{"-k", "--tag"}, valued: []string{"-k", "--tag", "--settings", "--parallel", "-v"}, read: summary.ReadUnittest},
		{name: "tox", programs: []string{"tox"}, plain: all, valued: []string{"-e", "-c", "-p", "-f", "-m"}, narrows: []string{"-e", "-f", "-m"}, chooses: []string{"-e"}, lists: []string{"-l", "--listenvs", "-a", "--notest", "list", "config"}, operand: targetLevel, read: summary.ReadTox},
		{name: "nox", programs: []string{"nox"}, plain: all, valued: []string{"-s", "-k", "-t", "-f", "-p", "--session", "--sessions"}, chooses: []string{"-s", "--session", "--sessions"}, narrows: []string{"-s", "-k", "-t", "--session", "--sessions"}, lists: []string{"-l", "--list"}, operand: targetLevel, read: summary.ReadNox},
		{name: "bun test", programs: []string{"bun"}, verbs: []string{"test"}, plain: all, operand: fileLevel, valued: []string{"-t", "--test-name-pattern", "--timeout", "--preload", "--cwd"}, filters: []string{"-t", "--test-name-pattern"}, read: summary.ReadBun},
		{name: "npm test", programs: []string{"npm"}, verbs: scripts, plain: all, filters: scriptFilters, lists: scriptLists, masks: []string{"--if-present", "--passWithNoTests"}, valued: []string{"--prefix", "-C", "-w", "--workspace"}, narrows: []string{"-w", "--workspace"}, script: true, read: summary.ReadAny},
		{name: "pnpm test", programs: []string{"pnpm"}, verbs: scripts, plain: all, filters: scriptFilters, lists: scriptLists, masks: []string{"--if-present", "--passWithNoTests"}, valued: []string{"--filter", "-F", "--dir", "-C"}, narrows: []string{"--filter", "-F"}, script: true, read: summary.ReadAny},
		{name: "yarn test", programs: []string{"yarn"}, verbs: append([]string{"workspace * test", "workspaces foreach run test"}, scripts...), plain: all, filters: scriptFilters, lists: scriptLists, masks: []string{"--passWithNoTests"}, valued: []string{"--cwd"}, script: true, read: summary.ReadAny},
		{name: "bun run test", programs: []string{"bun"}, verbs: []string{"run test", "run test:*"}, plain: all, valued: []string{"--cwd", "--filter"}, script: true, read: summary.ReadAny},
		{name: "jest", programs: []string{"jest"}, plain: all, operand: fileLevel, valued: []string{"-c", "--config", "-t", "--testNamePattern", "--testPathPattern", "-w", "--maxWorkers", "--rootDir", "--env"}, filters: []string{"-t", "--testNamePattern", "--testPathPattern", "--testPathPatterns", "-o", "--onlyChanged", "--findRelatedTests", "--onlyFailures"}, lists: []string{"-v", "--listTests", "--showConfig", "--init", "--clearCache"}, masks: []string{"--passWithNoTests"}, read: summary.ReadJest},
		{name: "vitest", programs: []string{"vitest"}, plain: all, operand: vitestLevel, valued: []string{"-c", "--config", "-t", "--testNamePattern", "--project", "--root", "-r", "--reporter", "--environment", "--pool"}, filters: []string{"-t", "--testNamePattern", "--changed"}, narrows: []string{"--project", "--root", "-r"}, lists: []string{"-v", "list", "bench"}, masks: []string{"--passWithNoTests", "--dangerouslyIgnoreUnhandledErrors"}, read: summary.ReadVitest},
		{name: "mocha", programs: []string{"mocha", "_mocha"}, plain: all, operand: fileLevel, valued: []string{"-g", "--grep", "-f", "--fgrep", "-r", "--require", "--timeout", "-t", "--reporter", "-R", "--config", "--spec", "--ui"}, filters: []string{"-g", "--grep", "-f", "--fgrep"}, lists: []string{"--dry-run", "--list-files"}, masks: []string{"--pass-on-failing-test-suite"}, read: summary.ReadMocha},
		{name: "ava", programs: []string{"ava"}, plain: all, operand: fileLevel, valued: []string{"-m", "--match", "--timeout", "-T", "-c"}, filters: []string{"-m", "--match"}, read: summary.ReadAva},
		{name: "playwright", programs: []string{"playwright"}, verbs: []string{"test"}, plain: all, operand: fileLevel, valued: []string{"-g", "--grep", "--project", "-c", "--config", "--reporter", "--workers", "-j", "--retries", "--timeout"}, filters: []string{"-g", "--grep", "--last-failed", "--only-changed"}, narrows: []string{"--project"}, lists: []string{"--list"}, masks: []string{"--pass-with-no-tests"}, read: summary.ReadPlaywright},
		{name: "cypress", programs: []string{"cypress"}, verbs: []string{"run"}, plain: all, valued: []string{"--spec", "-s", "--browser", "-b", "--config", "-c"}, filters: []string{"--spec", "-s"}, read: summary.ReadCypress, revision: 4},
		{name: "node --test", needs: []string{"--test"}, programs: []string{"node", "tsx"}, plain: all, operand: fileLevel, valued: []string{"--import", "-r", "--require", "--test-name-pattern", "--test-reporter", "--loader"}, filters: []string{"--test-name-pattern", "--test-only"}, read: summary.ReadNode},
		{name: "deno test", programs: []string{"deno"}, verbs: []string{"test"}, plain: all, operand: fileLevel, valued: []string{"--filter", "--config", "-c"}, filters: []string{"--filter"}, lists: []string{"--no-run"}, read: summary.ReadDeno},
		{name: "make", anywhere: true, programs: []string{"make", "gmake"}, verbs: targets, plain: all, valued: []string{"-C", "-f", "-j", "--directory", "--file"}, lists: []string{"-n", "--dry-run", "--just-print", "-q", "--question", "-p", "--recon", "-t", "--touch"}, masks: []string{"-i", "--ignore-errors"}, script: true, read: summary.ReadAny},
		{name: "just", anywhere: true, programs: []string{"just"}, verbs: targets, plain: all, valued: []string{"-d", "-f", "--justfile", "--working-directory"}, lists: []string{"-l", "--list", "-n", "--dry-run", "--show", "-s"}, script: true, read: summary.ReadAny},
		{name: "task", anywhere: true, programs: []string{"task", "go-task"}, verbs: targets, plain: all, valued: []string{"-d", "-t", "--dir", "--taskfile"}, lists: []string{"-l", "--list", "--list-all", "-n", "--dry"}, script: true, read: summary.ReadAny},
		{name: "rake", anywhere: true, programs: []string{"rake"}, verbs: targets, plain: all, lists: []string{"-T", "--tasks", "-n"}, script: true, read: summary.ReadAny},
		{name: "mise", programs: []string{"mise"}, verbs: []string{"run test", "run test:*", "r test", "r test:*", "tasks run test", "tasks run test:*"}, plain: all, valued: []string{"-C", "--cd", "-j", "--jobs"}, lists: []string{"-n", "--dry-run"}, script: true, read: summary.ReadAny},
		{name: "composer test", programs: []string{"composer"}, verbs: []string{"test", "run test", "run-script test"}, plain: all, script: true, read: summary.ReadAny},
		{name: "mvn", anywhere: true, programs: []string{"mvn", "mvnw", "mvnd"}, verbs: []string{"test", "verify", "package", "install", "deploy", "integration-test", "surefire:test", "failsafe:*"}, plain: all, valued: []string{"-pl", "--projects", "-f", "--file", "-P", "-s"}, filters: []string{"-Dtest", "-Dit.test"}, narrows: []string{"-pl", "--projects"}, lists: []string{"-DskipTests", "-Dmaven.test.skip", "-v"}, masks: []string{"-fn", "--fail-never", "-Dmaven.test.failure.ignore"}, builds: []string{"package", "install", "deploy", "verify"}, talks: true, read: summary.ReadMaven},
		{name: "gradle", anywhere: true, programs: []string{"gradle", "gradlew"}, verbs: append([]string{"build", "connected*", "allTests", ":*"}, targets...), plain: all, valued: []string{"--tests", "-p", "--project-dir", "-x", "--exclude-task", "-b"}, filters: []string{"--tests"}, lists: []string{"--dry-run", "-m", "--test-dry-run", "tasks"}, excludes: []string{"-x", "--exclude-task"}, builds: []string{"build"}, read: summary.ReadGradle},
		{name: "dotnet test", programs: []string{"dotnet"}, verbs: []string{"test"}, plain: all, operand: dotnetLevel, valued: []string{"--filter", "-c", "--configuration", "-f", "--framework", "--logger", "-l", "-v", "--verbosity", "-r", "-s"}, filters: []string{"--filter"}, lists: []string{"--list-tests", "-t"}, notRun: []int{8}, read: summary.ReadDotnet, revision: 4},
		{name: "rspec", programs: []string{"rspec"}, plain: all, operand: fileLevel, valued: []string{"-e", "--example", "-t", "--tag", "-f", "--format", "-r", "-o"}, filters: []string{"-e", "--example", "-t", "--tag", "--only-failures", "-n", "--next-failure"}, lists: []string{"--dry-run"}, read: summary.ReadRSpec},
		{name: "minitest", programs: []string{"rails"}, verbs: []string{"test", "test:all", "test:*"}, plain: all, operand: fileLevel, valued: []string{"-n", "--name", "-I"}, filters: []string{"-n", "--name"}, read: summary.ReadMinitest},
		{name: "minitest", shown: true, programs: []string{"ruby"}, verbs: []string{"test/*", "./test/*", "test_*"}, plain: targeted, valued: []string{"-I", "-r", "-n", "--name"}, filters: []string{"-n", "--name"}, read: summary.ReadMinitest},
		{name: "phpunit", programs: []string{"phpunit", "pest", "paratest"}, plain: all, operand: fileLevel, valued: []string{"-c", "--configuration", "--filter", "--testsuite", "--group", "--exclude-group", "--bootstrap"}, filters: []string{"--filter", "--group", "--exclude-group"}, narrows: []string{"--testsuite"}, lists: []string{"--list-tests", "--list-groups", "--list-suites"}, read: summary.ReadPHPUnit},
		{name: "artisan test", programs: []string{"php"}, verbs: []string{"artisan test"}, plain: all, operand: fileLevel, filters: []string{"--filter", "--group"}, read: summary.ReadPHPUnit},
		{name: "mix test", programs: []string{"mix"}, verbs: []string{"test"}, plain: all, operand: fileLevel, valued: []string{"--only", "--exclude", "--include", "--seed", "--max-failures"}, filters: []string{"--only", "--exclude", "--failed", "--stale"}, read: summary.ReadMix},
		{name: "ctest", programs: []string{"ctest"}, plain: all, valued: []string{"-R", "-E", "-L", "-LE", "-j", "--test-dir", "-C", "--timeout", "-I", "-T"}, filters: []string{"-R", "-E", "-L", "-LE", "-I", "--rerun-failed", "--tests-regex"}, lists: []string{"-N", "--show-only"}, talks: true, masks: []string{"-Q", "--quiet"}, read: summary.ReadCTest},
		{name: "ctest", shown: true, programs: []string{"cmake"}, verbs: []string{"test", "check"}, anywhere: true, needs: []string{"--target", "-t"}, plain: all, valued: []string{"--build", "--config", "-j", "--parallel"}, read: summary.ReadCTest},
		{name: "meson test", programs: []string{"meson"}, verbs: []string{"test"}, plain: all, valued: []string{"-C", "--suite", "--wrapper", "-j", "-t"}, narrows: []string{"--suite"}, lists: []string{"--list", "--benchmark"}, read: summary.ReadMeson},
		{name: "meson test", programs: []string{"ninja"}, verbs: []string{"test"}, anywhere: true, shown: true, plain: all, valued: []string{"-C", "-f", "-j"}, lists: []string{"-n", "-t"}, read: summary.ReadMeson},
		{name: "swift test", programs: []string{"swift"}, verbs: []string{"test"}, plain: all, valued: []string{"--filter", "--skip", "-c", "--package-path"}, filters: []string{"--filter", "--skip"}, lists: []string{"list", "--list-tests"}, read: summary.ReadSwift, revision: 4},
		{name: "bazel test", programs: []string{"bazel", "bazelisk"}, verbs: []string{"test", "coverage"}, plain: pkg, operand: labelLevel, filters: []string{"--test_filter", "--test_tag_filters"}, notRun: []int{2, 4, 8, 36, 37}, read: summary.ReadBazel, revision: 4},
		{name: "bats", programs: []string{"bats"}, plain: all, operand: fileLevel, valued: []string{"-f", "--filter", "-j", "--jobs"}, filters: []string{"-f", "--filter"}, lists: []string{"-c", "--count"}, read: summary.ReadTAP},
		{name: "tap", programs: []string{"tap"}, plain: all, operand: fileLevel, valued: []string{"-R", "--reporter", "-j", "--jobs", "-g", "--grep"}, filters: []string{"-g", "--grep"}, lists: []string{"list", "versions", "build", "config"}, read: summary.ReadTAP},
		{name: "prove", programs: []string{"prove"}, plain: all, operand: fileLevel, valued: []string{"-I", "-j", "-e", "--exec"}, lists: []string{"-D", "--dry"}, masks: []string{"-e", "--exec"}, read: summary.ReadProve},
		{name: "dart test", programs: []string{"dart", "flutter"}, verbs: []string{"test"}, plain: all, operand: fileLevel, valued: []string{"-n", "--name", "-N", "-t", "--tags"}, filters: []string{"-n", "--name", "-N", "-t", "--tags", "--plain-name"}, notRun: []int{79}, read: summary.ReadDart, revision: 4},
		{name: "zig test", programs: []string{"zig"}, verbs: []string{"test", "build test"}, plain: all, operand: fileLevel, filters: []string{"--test-filter"}, valued: []string{"--test-filter", "--summary", "-Dtest-filter", "-j"}, read: summary.ReadZig, revision: 4},
		{name: "sbt test", anywhere: true, programs: []string{"sbt"}, verbs: []string{"testOnly*", "testQuick*"}, plain: targeted, read: summary.ReadSbt, revision: 4},
		{name: "sbt test", anywhere: true, programs: []string{"sbt"}, verbs: []string{"test"}, plain: all, read: summary.ReadSbt, revision: 4},
		{name: "cabal test", programs: []string{"cabal", "stack"}, verbs: []string{"test"}, plain: all, script: true, read: summary.ReadAny},
	}
}

var cargoValued = []string{"-p", "--package", "--test", "--bin", "--example", "--bench", "-F", "--features", "--target", "--manifest-path", "-j", "--jobs", "--exclude", "--profile", "--target-dir", "-E", "--filter-expr", "--color", "--config", "--test-threads", "--format", "--skip"}
