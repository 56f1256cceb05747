package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/producers/witness/pattern"
)

// runs reports whether nothing in the output indicates that the runner did not run: that it, what it is to
// test or what a script starts is not there.
func (r *reading) runs(runner *runner) bool {
	return !slices.ContainsFunc(r.lines, func(line string) bool {
		has := func(mark string) bool { return strings.Contains(line, mark) }
		return slices.ContainsFunc(notBegun, has) || taskMiss.Match(line) != nil || slices.ContainsFunc(notFound, has) && mentions(line, runner)
	})
}

// notFound are texts by which shells, interpreters and package managers say that they did not start a
// program. Tests may print them as well: the line has to be about the runner.
var notFound = []string{
	"command not found", ": not found", "No module named", "Missing script", "missing script", "no test specified",
	"Cannot find module", "No such file or directory", "is not recognized as", "could not determine executable",
	"Couldn't find a script named", "Command \"", "Command not found", "error: no such command", "No rule to make target", "Nothing to be done for",
	"could not choose a version", "ENOENT", "error: unrecognized arguments", "unknown option", "unknown flag",
	"No workspaces found", "No projects matched", "no task named", "is up to date.",
}

// notBegun are texts by which a runner says that it found no project, target or file to test, and by which
// a program that runs a script says that it did not find what the script starts.
var notBegun = []string{
	"ERR_PNPM_NO_SCRIPT", "ERR_PNPM_RECURSIVE_RUN_NO_SCRIPT", "ERR_PNPM_NO_IMPORTER_MANIFEST_FOUND", "error: Script not found ", "doesn't seem to be part of the project declared in",
	"go: go.mod file not found in", "go: cannot find main module", "no packages to test", "invalid boolean value ",
	"error: could not find `Cargo.toml` in", "error: package ID specification `", "error: no test target named `", "does not contain this feature: ", "error: unexpected argument '", "error: toolchain '",
	"there is no POM in this directory", "Could not find the selected project in the reactor", "JAVA_HOME environment variable is not defined", "JAVA_HOME is set to an invalid directory", "JAVA_HOME is not set and no 'java'",
	" not found in root project '", " not found in project '", "' does not contain a Gradle build", "Could not find or load main class org.gradle.wrapper",
	"ERROR: unknown environment '", "could not find executable ", "use allowlist_externals to allow it", "nox > Sessions not found: ",
	"No Rakefile found", "Don't know how to build task ", "Could not locate Gemfile", "Run `bundle install` to install missing gems",
	"justfile does not contain recipe", "no justfile found", "task: No Taskfile found", "mise ERROR no task ", "no tasks defined in", "executable file not found in $PATH",
	"could not find a composer.json file", "Could not open input file: ", "MSB1003", "No .NET SDKs were found", "error: Could not find Package.swift",
	"Could not find a Mix.Project", "Can't continue due to errors on dependencies", "no such target '//", "no such package '", "is not a meson build directory",
	"Could not find '/", "Cannot detect source of '", "No tests named and 't' directory not found", "No version of Cypress is installed",
}

var (
	// shellMiss matches how a shell reports a program that it did not find.
	shellMiss = &pattern.Line{Expr: `^(?:\S*/)?(?:ba|da|z|k)?sh: .*not found$`}
	// taskMiss matches how task reports a target that it does not have or does not run.
	taskMiss = &pattern.Line{Expr: `^task: Task "(?:[^"]*" does not exist|[^"]*(?:test|check|unit|e2e|spec)[^"]*" is up to date)`}
)

// mentions reports whether a line is about the runner: it contains one of its programs or its verb, or is of
// the shell that runs its script.
func mentions(line string, runner *runner) bool {
	for _, program := range runner.programs {
		if strings.Contains(line, program) {
			return true
		}
	}
	return strings.Contains(line, "test") || strings.Contains(line, "check") || runner.script && shellMiss.Match(line) != nil
}
