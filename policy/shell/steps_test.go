package shell_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/policy/shell"
)

// stepLine writes a step as its words, "+" if success of the text shows its success, "-" if
// failure of the text may be its failure, "?" if something else may have failed, and its output.
func stepLine(s shell.Step) string {
	var words []string
	for _, w := range s.Words {
		words = append(words, w.Text)
	}
	line := strings.Join(words, " ")
	for _, mark := range []struct {
		is   bool
		text string
	}{{s.Succeeded, "+"}, {s.Failed, "-"}, {s.Unseen, "?"}, {s.Limited, " limited"}, {s.Shadowed, " shadowed"}} {
		if mark.is {
			line += mark.text
		}
	}
	return line + " " + [...]string{"none", "part", "end", "whole"}[s.Output]
}

func TestStepsTellWhoseStatusATextExitsWith(t *testing.T) {
	for text, want := range map[string][]string{
		"go test ./...":                             {"go test ./...+- whole"},
		"cd x && go test ./...":                     {"cd x+- whole", "go test ./...+- whole"},
		"FOO=1 timeout 60 go test ./...":            {"go test ./...+- limited whole"},
		"go test ./... | tail -5":                   {"go test ./... end", "tail -5+- whole"},
		"set -o pipefail; go test ./... | tail -5":  {"set -o pipefail whole", "go test ./...+- end", "tail -5+- whole"},
		"set -eo pipefail\ngo test . | grep ok":     {"set -eo pipefail whole", "go test .+- part", "grep ok+- whole"},
		"go test ./... || true":                     {"go test ./... whole", "true whole"},
		"go test ./... || exit 1":                   {"go test ./...+- whole", "exit 1 whole"},
		"go test ./... || exit 1; echo done":        {"go test ./...+- whole", "exit 1 whole", "echo done whole"},
		"go test ./...; echo done":                  {"go test ./... whole", "echo done whole"},
		"go test ./...; exit 0":                     {"go test ./... whole", "exit 0 whole"},
		"go test ./...; exit $?":                    {"go test ./...+- whole"},
		"set -e; go test a; go test b":              {"set -e whole", "go test a+- whole", "go test b+- whole"},
		"set -e; cd x && go test a; go vet":         {"set -e whole", "cd x whole", "go test a whole", "go vet+- whole"},
		"trap 'exit 0' ERR; set -e; go test":        {"trap exit 0 ERR whole", "set -e whole", "go test whole"},
		"trap 'rm -f x' EXIT; go test":              {"trap rm -f x EXIT whole", "go test+- whole"},
		"trap 'exit 1' INT; go test":                {"trap exit 1 INT whole", "go test+- whole"},
		"go vet && go test > log":                   {"go vet+- whole", "go test+- none"},
		"(cd x && go test)":                         {"cd x+- whole", "go test+- whole"},
		"! go test":                                 {"go test whole"},
		"go test &":                                 {"go test none"},
		"go test & wait":                            {"go test none", "wait+- whole"},
		"time go test":                              {"go test+- whole"},
		"bash -lc 'cd x && go test'":                {"cd x+- whole", "go test+- whole"},
		"bash -c 'go test; true'":                   {"go test whole", "true whole"},
		"bash -euo pipefail -c 'go test | tail -1'": {"go test+- end", "tail -1+- whole"},
		"if go test; then echo ok; else exit 1; fi": {"go test+- whole", "echo ok whole", "exit 1 whole"},
		"if go test; then echo ok; fi":              {"go test- whole", "echo ok whole"},
		"[ -f go.mod ] && go test":                  {"[ -f go.mod ]+- whole", "go test+- whole"},
		"[[ -f go.mod ]] && go test":                {"go test+-? whole"},
		"for d in a b; do go test $d; done":         {"go test $d none"},
		"x=$(go test)":                              {"go test none"},
		"echo $(go test)":                           {"go test none", "echo $(go test) whole"},
		"cat <<EOF\ngo test ./...\nEOF":             {"cat+- whole"},
		"# go test ./...\ntrue":                     {"true whole"},
		"go() { true; }; go test":                   {"true none", "go test+- shadowed whole"},
		"alias go=true; go test":                    {"alias go=true whole", "go test+- shadowed whole"},
		"command -v pytest":                         {"command -v pytest+- whole"},
		"poetry run pytest -q":                      {"pytest -q+- whole"},
		"python -m pytest -q 2>&1 | tee log":        {"python -m pytest -q whole", "tee log+- whole"},
		"exec go test; echo no":                     {"go test+- whole", "echo no none"},
		"exit 0; go test":                           {"exit 0 whole", "go test none"},
		"a && b || c":                               {"a- whole", "b- whole", "c whole"},
		"a || b && c":                               {"a- whole", "b whole", "c+- whole"},
	} {
		steps, ok := shell.Steps(text, shell.Standing{Place: shell.Place{CWD: "/w", Home: "/h"}})
		if !ok {
			t.Errorf("%s: not read", text)
			continue
		}
		var got []string
		for _, s := range steps {
			got = append(got, stepLine(s))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", text, diff)
		}
	}
}
