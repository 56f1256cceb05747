package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// checker is a row of the table of checks: a program, the words behind it, and options that it
// takes to check, or that make it change files instead.
type checker struct {
	program string
	verbs   []string
	kind    domain.ObservedCheckKind
	needs   []string
	not     []string
}

var checkers = []checker{
	{"go", []string{"build", "install"}, domain.ObservedBuild, nil, nil}, {"go", []string{"vet"}, domain.ObservedLint, nil, nil},
	{"cargo", []string{"build", "b"}, domain.ObservedBuild, nil, nil}, {"cargo", []string{"check", "c"}, domain.ObservedTypes, nil, nil},
	{"cargo", []string{"clippy"}, domain.ObservedLint, nil, []string{"--fix"}}, {"cargo", []string{"fmt"}, domain.ObservedFormat, []string{"--check"}, nil},
	{"tsc", nil, domain.ObservedTypes, nil, []string{"--init", "--watch", "-w"}}, {"vue-tsc", nil, domain.ObservedTypes, nil, nil}, {"mypy", nil, domain.ObservedTypes, nil, nil},
	{"pyright", nil, domain.ObservedTypes, nil, nil}, {"basedpyright", nil, domain.ObservedTypes, nil, nil}, {"ty", []string{"check"}, domain.ObservedTypes, nil, nil}, {"flow", []string{"check"}, domain.ObservedTypes, nil, nil},
	{"eslint", nil, domain.ObservedLint, nil, []string{"--fix", "--init"}}, {"biome", []string{"check", "lint", "ci"}, domain.ObservedLint, nil, []string{"--write", "--fix", "--apply"}},
	{"ruff", []string{"check"}, domain.ObservedLint, nil, []string{"--fix"}}, {"ruff", []string{"format"}, domain.ObservedFormat, []string{"--check", "--diff"}, nil}, {"flake8", nil, domain.ObservedLint, nil, nil}, {"pylint", nil, domain.ObservedLint, nil, nil},
	{"black", nil, domain.ObservedFormat, []string{"--check", "--diff"}, nil}, {"prettier", nil, domain.ObservedFormat, []string{"--check", "-c", "-l", "--list-different"}, []string{"--write", "-w"}},
	{"golangci-lint", []string{"run"}, domain.ObservedLint, nil, []string{"--fix"}}, {"staticcheck", nil, domain.ObservedLint, nil, nil}, {"gofmt", nil, domain.ObservedFormat, []string{"-l", "-d"}, []string{"-w"}},
	{"shellcheck", nil, domain.ObservedLint, nil, nil}, {"rubocop", nil, domain.ObservedLint, nil, []string{"-a", "-A", "--autocorrect"}}, {"phpstan", []string{"analyse", "analyze"}, domain.ObservedTypes, nil, nil},
	{"npm", scriptsOf("build"), domain.ObservedBuild, nil, nil}, {"pnpm", scriptsOf("build"), domain.ObservedBuild, nil, nil}, {"yarn", scriptsOf("build"), domain.ObservedBuild, nil, nil}, {"bun", scriptsOf("build"), domain.ObservedBuild, nil, nil},
	{"npm", scriptsOf("lint"), domain.ObservedLint, nil, nil}, {"pnpm", scriptsOf("lint"), domain.ObservedLint, nil, nil}, {"yarn", scriptsOf("lint"), domain.ObservedLint, nil, nil}, {"bun", scriptsOf("lint"), domain.ObservedLint, nil, nil},
	{"npm", scriptsOf("typecheck"), domain.ObservedTypes, nil, nil}, {"pnpm", scriptsOf("typecheck"), domain.ObservedTypes, nil, nil}, {"yarn", scriptsOf("typecheck"), domain.ObservedTypes, nil, nil}, {"bun", scriptsOf("typecheck"), domain.ObservedTypes, nil, nil},
	{"make", []string{"build", "all", "compile"}, domain.ObservedBuild, nil, nil}, {"make", []string{"lint", "vet"}, domain.ObservedLint, nil, nil}, {"make", []string{"typecheck"}, domain.ObservedTypes, nil, nil},
	{"just", []string{"build"}, domain.ObservedBuild, nil, nil}, {"just", []string{"lint"}, domain.ObservedLint, nil, nil}, {"task", []string{"build"}, domain.ObservedBuild, nil, nil}, {"task", []string{"lint"}, domain.ObservedLint, nil, nil},
	{"dotnet", []string{"build"}, domain.ObservedBuild, nil, nil}, {"swift", []string{"build"}, domain.ObservedBuild, nil, nil}, {"bazel", []string{"build"}, domain.ObservedBuild, nil, nil}, {"ninja", nil, domain.ObservedBuild, nil, nil},
	{"cmake", nil, domain.ObservedBuild, []string{"--build"}, nil}, {"mvn", []string{"compile"}, domain.ObservedBuild, nil, nil}, {"gradle", []string{"assemble", "compileJava", "classes"}, domain.ObservedBuild, nil, nil}, {"gradlew", []string{"assemble", "compileJava", "classes"}, domain.ObservedBuild, nil, nil},
	{"mix", []string{"compile"}, domain.ObservedBuild, nil, nil}, {"mix", []string{"format"}, domain.ObservedFormat, []string{"--check-formatted"}, nil}, {"mix", []string{"credo", "dialyzer"}, domain.ObservedLint, nil, nil}, {"tox", []string{"lint"}, domain.ObservedLint, nil, nil},
	{"vite", []string{"build"}, domain.ObservedBuild, nil, nil}, {"next", []string{"build"}, domain.ObservedBuild, nil, nil}, {"deno", []string{"check"}, domain.ObservedTypes, nil, nil}, {"deno", []string{"lint"}, domain.ObservedLint, nil, nil},
}

// scriptsOf are the arguments with which a package manager runs a script.
func scriptsOf(name string) []string { return []string{"run " + name, "run " + name + ":*", name} }

// checkOf recognises a build, a type check or a linter.
func checkOf(args []string) (domain.ObservedCheck, bool) {
	args = module(args)
	var operands []string
	for _, a := range args[1:] {
		if !strings.HasPrefix(a, "-") {
			operands = append(operands, a)
		}
	}
	for _, c := range checkers {
		has := func(options []string) bool {
			return slices.ContainsFunc(args[1:], func(a string) bool {
				name, _, _ := strings.Cut(a, "=")
				return slices.Contains(options, name)
			})
		}
		named := c.verbs == nil || slices.ContainsFunc(c.verbs, func(verb string) bool { return begins(operands, strings.Fields(verb)) })
		if c.program != args[0] || !named || has(help) || has(c.not) || len(c.needs) > 0 && !has(c.needs) {
			continue
		}
		return domain.ObservedCheck{Program: strings.Join(append([]string{args[0]}, operands[:min(len(operands), verbWords(c.verbs))]...), " "), Check: c.kind}, true
	}
	return domain.ObservedCheck{}, false
}

// verbWords is how many words of a command name a check: those of its longest verb.
func verbWords(verbs []string) (most int) {
	for _, v := range verbs {
		most = max(most, len(strings.Fields(v)))
	}
	return most
}
