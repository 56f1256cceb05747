#!/usr/bin/env bash
# Records what test runners print: sh record.sh [RUNNER...]; without arguments all that are installed.
#
# Each golden is RUNNER/WAY.txt: a header of command, exit status and version, then all that the
# runner wrote to its standard output and error. A program of a registry is looked for in $PATH;
# README.md lists where each came from. The lines "want:" and "tail:" are the test's, see README.md.
set -u
out=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
home=$HOME
export NO_COLOR=1 CI=1 HOME="$work/home" GOFLAGS=-mod=mod GOPATH="${GOPATH:-/tmp/gopath}" GOCACHE="${GOCACHE:-/tmp/gocache}"
mkdir -p "$HOME"

# rec WAY COMMAND: runs the command in the current folder.
rec() {
	local file="$out/$runner/$1.txt" text code
	mkdir -p "$out/$runner"
	text=$(bash -c "$2" 2>&1 </dev/null)
	code=$?
	{
		printf '# command: %s\n# exit: %s\n# version: %s\n' "$2" "$code" "$version"
		sed -n 's/^# \(want\|tail\): .*/&/p' "$file" 2>/dev/null
		echo
		printf '%s\n' "$text" | sed -e "s#$work#/w#g" -e "s#${tools:-/no/tools}#/tools#g"
	} >"$file.new"
	mv "$file.new" "$file"
	echo "$runner/$1: exit $code"
}

# project NAME: an empty folder for a project.
project() { rm -rf "$work/$runner-$1"; mkdir -p "$work/$runner-$1"; cd "$work/$runner-$1" || exit 1; }

# file NAME: writes standard input to a file.
file() { mkdir -p "$(dirname "$1")"; cat >"$1"; }

gomod() { printf 'module x\n\ngo 1.21\n' >go.mod; }

go_pass() { gomod; file a/a_test.go <<'X'
package a

import "testing"

func TestA(t *testing.T) {}
func TestB(t *testing.T) { t.Run("sub", func(t *testing.T) {}) }
func TestC(t *testing.T) { t.Skip("not here") }
X
}
go_fail() { go_pass; file b/b_test.go <<'X'
package b

import "testing"

func TestD(t *testing.T) { t.Run("sub", func(t *testing.T) { t.Error("3 != 4") }) }
func TestE(t *testing.T) {}
X
}
go_none() { gomod; printf 'package a\n' | file a/a.go; }
go_broken() { go_pass; printf 'package b\n\nimport "testing"\n\nfunc TestD(t *testing.T) { missing() }\n' | file b/b_test.go; }
go_skip() { gomod; printf 'package a\n\nimport "testing"\n\nfunc TestC(t *testing.T) { t.Skip("not here") }\n' | file a/a_test.go; }
go_hung() { gomod; printf 'package a\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc TestC(t *testing.T) { time.Sleep(time.Minute) }\n' | file a/a_test.go; }
go_panic() { gomod; printf 'package a\n\nimport "testing"\n\nfunc TestC(t *testing.T) { panic("no") }\n' | file a/a_test.go; }

ways="pass fail none broken skip"

run_go() {
	runner=go version=$(go version)
	for way in $ways panic; do project $way; go_$way; rec $way 'go test ./...'; rec json-$way 'go test -json ./...'; rec v-$way 'go test -v ./...'; done
	project hung; go_hung; rec hung 'go test -timeout 1s ./...'; rec json-hung 'go test -json -timeout 1s ./...'; rec killed 'timeout 5 go test ./...'
	project named; go_pass; rec no-match 'go test -run Nothing ./...'; rec cover 'go test -cover ./...'; rec list 'go test -list . ./...'; rec vet 'go vet ./...'; rec build-only 'go test -c -o /dev/null ./a'
	rec nowhere 'go test ./nowhere/...'; rec package 'go test ./a'; rec zero 'go test -count=0 ./...'
	project nomodule; rec no-module-none 'go test'; gomod; rec no-package-none 'go test ./...'
}
run_gotestsum() {
	command -v gotestsum >/dev/null || return
	runner=gotestsum version=$(gotestsum --version)
	for way in $ways; do project $way; go_$way; rec $way 'gotestsum ./...'; done
	project hung; go_hung; rec hung 'gotestsum -- -timeout 1s ./...'
}
run_ginkgo() {
	command -v ginkgo >/dev/null || return
	runner=ginkgo version=$(ginkgo version)
	suite() { gomod; go get github.com/onsi/ginkgo/v2@v2.27.2 github.com/onsi/gomega@v1.38.2 >/dev/null 2>&1; file x_test.go; go mod tidy >/dev/null 2>&1; }
	head='package x

import (
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

func TestX(t *testing.T) { RegisterFailHandler(Fail); RunSpecs(t, "X") }
'
	project pass; printf '%s\nvar _ = Describe("x", func() { It("a", func() { Expect(1).To(Equal(1)) }); It("b", func() {}); PIt("c", func() {}) })\n' "$head" | suite; rec pass 'ginkgo -r'; rec go-test 'go test ./...'
	project fail; printf '%s\nvar _ = Describe("x", func() { It("a", func() { Expect(1).To(Equal(2)) }); It("b", func() {}) })\n' "$head" | suite; rec fail 'ginkgo -r'; rec go-test-fail 'go test ./...'
	project broken; printf '%s\nvar _ = Describe("x", func() { missing() })\n' "$head" | suite; rec broken 'ginkgo -r'
	project none; gomod; rec none 'ginkgo -r'
	project hung; printf '%s\nvar _ = Describe("x", func() { It("a", func(ctx SpecContext) { <-ctx.Done() }) })\n' "$head" | suite; rec hung 'ginkgo --timeout=1s -r'
}
run_cargo() {
	runner=cargo version=$(HOME=$home cargo --version)
	crate() { printf '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n' >Cargo.toml; file src/lib.rs; }
	export RUSTUP_HOME=$home/.rustup CARGO_HOME=$home/.cargo CARGO_TERM_COLOR=never
	project pass; crate <<'X'
/// ```
/// assert_eq!(x::one(), 1);
/// ```
pub fn one() -> i32 { 1 }
#[cfg(test)]
mod tests {
    #[test] fn a() {}
    #[test] fn b() {}
    #[test] #[ignore] fn c() {}
}
X
	printf '#[test] fn d() {}\n' | file tests/it.rs
	rec pass 'cargo test'; rec quiet 'cargo test -q'; rec filter 'cargo test nothing_of_the_name'; rec no-run 'cargo test --no-run'; rec check 'cargo check'; rec list 'cargo test -- --list'
	project fail; printf '#[cfg(test)]\nmod tests {\n    #[test] fn a() {}\n    #[test] fn b() { assert_eq!(1, 2); }\n}\n' | crate; rec fail 'cargo test'; rec quiet-fail 'cargo test -q'
	project none; printf 'pub fn one() {}\n' | crate; rec none 'cargo test'
	project broken; printf '#[test] fn a() { missing(); }\n' | crate; rec broken 'cargo test'
	project skip; printf '#[test] #[ignore] fn a() {}\n' | crate; rec skip 'cargo test'
	project hung; printf '#[test] fn a() { std::thread::sleep(std::time::Duration::from_secs(60)); }\n' | crate; cargo build --tests >/dev/null 2>&1; rec killed 'timeout 3 cargo test'
	project nextest; printf '#[test] fn a() {}\n' | crate; rec no-nextest 'cargo nextest run'; rec no-target-none 'cargo test --test nowhere'; rec other-package-none 'cargo test -p nowhere'
	project nomanifest; rec no-manifest-none 'cargo test'
}

py_pass() { file test_a.py <<'X'
import unittest

class A(unittest.TestCase):
    def test_a(self): pass
    def test_b(self): pass
    @unittest.skip("not here")
    def test_c(self): pass
X
}
py_fail() { py_pass; file test_b.py <<'X'
import unittest

class B(unittest.TestCase):
    def test_d(self): self.assertEqual(1, 2)
    def test_e(self): pass
X
}
py_none() { :; }
py_broken() { py_pass; printf 'import missing_module\n' >test_b.py; }
py_skip() { printf 'import unittest\n\nclass A(unittest.TestCase):\n    @unittest.skip("not here")\n    def test_c(self): pass\n' >test_a.py; }
py_hung() { printf 'import time, unittest\n\nclass A(unittest.TestCase):\n    def test_c(self): time.sleep(60)\n' >test_a.py; }
python=${PYTHON:-/usr/bin/python3}

run_pytest() {
	runner=pytest version=$($python -m pytest --version 2>&1)
	export PYTHONDONTWRITEBYTECODE=1
	alias_dir="$work/bin"; mkdir -p "$alias_dir"; printf '#!/bin/sh\nexec %s -m pytest -p no:cacheprovider "$@"\n' "$python" >"$alias_dir/pytest"; chmod +x "$alias_dir/pytest"; local PATH="$alias_dir:$PATH"
	for way in $ways; do project $way; py_$way; rec $way pytest; rec q-$way 'pytest -q'; done
	project v; py_pass; rec v 'pytest -v'; rec qq 'pytest -qq'; rec no-match 'pytest -k nothing'; rec collect 'pytest --collect-only'; rec collect-q 'pytest --co -q'; rec missing-file 'pytest nowhere.py'; rec bad-option 'pytest --no-such-option'; rec tb-no 'pytest --tb=no -rA'; rec no-summary 'pytest --no-summary'
	project v-fail; py_fail; rec v-fail 'pytest -v'; rec maxfail 'pytest -x'; rec qq-fail 'pytest -qq'; rec collect-red 'pytest --co'
	project error; printf 'import pytest\n\n@pytest.fixture\ndef f(): raise ValueError\n\ndef test_a(f): pass\ndef test_b(): pass\n@pytest.mark.xfail\ndef test_c(): assert 0\n' >test_a.py; rec error pytest
	project hung; py_hung; rec killed 'timeout 3 pytest'
}
run_nopytest() {
	runner=pytest; version="Python 3.11.7, without pytest"
	project nopytest; py_pass; rec not-installed "python -m pytest"; 
}
run_unittest() {
	runner=unittest version=$($python --version)
	mkdir -p "$work/bin"; ln -sf "$python" "$work/bin/python3"; local PATH="$work/bin:$PATH"
	for way in $ways; do project $way; py_$way; rec $way 'python3 -m unittest'; rec v-$way 'python3 -m unittest discover -v'; done
	project hung; py_hung; rec killed 'timeout 3 python3 -m unittest'
	project missing; py_pass; rec missing 'python3 -m unittest nowhere'
	project xfail; printf 'import unittest\n\nclass A(unittest.TestCase):\n    @unittest.expectedFailure\n    def test_a(self): self.fail()\n    @unittest.expectedFailure\n    def test_b(self): pass\n    def test_c(self): pass\n' >test_a.py; rec unexpected 'python3 -m unittest'
}
run_django() {
	$python -c 'import django' 2>/dev/null || return
	runner=django version="Django $($python -m django --version)"
	mkdir -p "$work/bin"; ln -sf "$python" "$work/bin/python3"; local PATH="$work/bin:$PATH"
	for way in pass fail none broken; do
		project $way; $python -m django startproject p . >/dev/null 2>&1; mkdir app; touch app/__init__.py; (cd app && py_$way); rec $way 'python3 manage.py test'
	done
}
run_tox() {
	command -v tox >/dev/null || return
	runner=tox version=$(tox --version)
	for way in pass fail; do project $way; py_$way; printf '[tox]\nskipsdist = true\nenvlist = py\n[testenv]\nallowlist_externals = *\ncommands = %s -m unittest -q\n' "$python" >tox.ini; rec $way 'tox'; done
	project broken; py_pass; printf '[tox]\nskipsdist = true\nenvlist = py\n[testenv]\nskip_install = true\ncommands = no-such-program\n' >tox.ini; rec broken 'tox'
	project hung; py_hung; printf '[tox]\nskipsdist = true\nenvlist = py\n[testenv]\nallowlist_externals = *\ncommands = %s -m unittest -q\n' "$python" >tox.ini; tox --notest >/dev/null 2>&1; rec killed 'timeout 8 tox'
	project none; rec none 'tox'; project list; printf '[tox]\nskipsdist = true\nenvlist = py\n' >tox.ini; rec list 'tox -l'
}
run_nox() {
	command -v nox >/dev/null || return
	runner=nox version="nox $(nox --version 2>&1)"
	for way in pass fail; do project $way; py_$way; printf 'import nox\n\n@nox.session(venv_backend="none")\ndef tests(session):\n    session.run("%s", "-m", "unittest", "-q", external=True)\n' "$python" >noxfile.py; rec $way 'nox'; done
	rec list 'nox -l'; project none; rec none 'nox'
	project hung; py_hung; printf 'import nox\n\n@nox.session(venv_backend="none")\ndef tests(session):\n    session.run("%s", "-m", "unittest", "-q", external=True)\n' "$python" >noxfile.py; rec killed 'timeout 8 nox'
}

# js NAME SCRIPT: a package whose test script is SCRIPT.
js() { printf '{"name":"x","version":"1.0.0","private":true,"type":"%s","scripts":{"test":"%s"}}\n' "${2:-commonjs}" "$1" >package.json; [ -z "${tools:-}" ] || ln -sfn "$tools" node_modules; }
use() { printf '%s\n' "${imports:-}"; cat; }
t_pass() { use <<'X' | file a.test.js
describe("a", () => { it("one", () => {}); it("two", () => {}); it.skip("three", () => {}); });
X
}
t_fail() { t_pass; use <<'X' | file b.test.js
describe("b", () => { it("four", () => { throw new Error("no"); }); it("five", () => {}); });
X
}
t_none() { :; }
t_broken() { t_pass; use <<'X' | file b.test.js
syntax error here(
X
}
t_skip() { use <<'X' | file a.test.js
describe("a", () => { it.skip("three", () => {}); });
X
}
t_hung() { use <<'X' | file a.test.js
describe("a", () => { it("three", () => new Promise((done) => setTimeout(done, 60000))); });
X
}

run_jest() {
	command -v jest >/dev/null || return
	runner=jest version="jest $(jest --version)" imports=
	for way in $ways; do project $way; js jest; t_$way; rec $way 'npx jest'; rec npm-$way 'npm test'; rec json-$way 'npx jest --json'; done
	rec skip-verbose 'npx jest --verbose'
	project list; js jest; t_pass; rec list 'npx jest --listTests'; rec no-match 'npx jest nothing'; rec pass-with-none 'npx jest nothing --passWithNoTests'; rec by-name 'npx jest -t one'; rec by-no-name 'npx jest -t nothing'; rec silent 'npx jest --silent'
	project hung; js jest; t_hung; rec hung 'npx jest --testTimeout=300 --forceExit'
	project fail-verbose; js jest; t_fail; rec fail-verbose 'npx jest --verbose'
}
run_vitest() {
	command -v vitest >/dev/null || return
	runner=vitest version="$(vitest --version)" imports='import { describe, it } from "vitest";'
	for way in $ways; do project $way; js 'vitest run' module; t_$way; rec $way 'npx vitest run'; rec npm-$way 'npm test'; done
	project list; js 'vitest run' module; t_pass; rec list 'npx vitest list'; rec pass-with-none 'npx vitest run nothing --passWithNoTests'; rec no-match 'npx vitest run nothing'; rec dot 'npx vitest run --reporter=dot'; rec tap 'npx vitest run --reporter=tap'; rec junit 'npx vitest run --reporter=junit'; rec json 'npx vitest run --reporter=json'; rec by-no-name 'npx vitest run -t nothing'
	project hung; js 'vitest run' module; t_hung; rec hung 'npx vitest run --testTimeout=300'
	project fail2; js 'vitest run' module; t_fail; rec dot-fail 'npx vitest run --reporter=dot'; rec tap-fail 'npx vitest run --reporter=tap'; rec junit-fail 'npx vitest run --reporter=junit'; rec json-fail 'npx vitest run --reporter=json'
	printf 'import { it } from "vitest";\nit("x", () => { setTimeout(() => { throw new Error("late"); }, 0); return new Promise((d) => setTimeout(d, 50)); });\n' >b.test.js; rec unhandled 'npx vitest run'
}
run_mocha() {
	command -v mocha >/dev/null || return
	runner=mocha version="mocha $(mocha --version)" imports=
	for way in $ways; do project $way; js "mocha *.test.js"; t_$way; rec $way "npx mocha '*.test.js'"; rec npm-$way 'npm test'; done
	project hung; js mocha; t_hung; rec hung "npx mocha --timeout 300 --exit '*.test.js'"
	project dot; js mocha; t_fail; for r in dot min tap json xunit; do rec $r "npx mocha -R $r '*.test.js'"; done; rec hides-red "npx mocha --pass-on-failing-test-suite '*.test.js'"
	rec dry "npx mocha --dry-run '*.test.js'"
}
run_ava() {
	command -v ava >/dev/null || return
	runner=ava version="ava $(ava --version)"
	project pass; js ava module; printf 'import test from "ava";\ntest("a", (t) => t.pass());\ntest("b", (t) => t.pass());\ntest.skip("c", (t) => t.pass());\n' >test.js; rec pass 'npx ava'; rec npm-pass 'npm test'; rec tap 'npx ava --tap'
	project fail; js ava module; printf 'import test from "ava";\ntest("a", (t) => t.pass());\ntest("b", (t) => t.is(1, 2));\n' >test.js; rec fail 'npx ava'; rec npm-fail 'npm test'; rec tap-fail 'npx ava --tap'
	project none; js ava module; rec none 'npx ava'
	project broken; js ava module; printf 'import test from "ava";\nsyntax error(\n' >test.js; rec broken 'npx ava'
	project one; js ava module; printf 'import test from "ava";\ntest("a", (t) => t.is(1, 2));\n' >test.js; rec one-fail 'npx ava'
	project skip; js ava module; printf 'import test from "ava";\ntest.skip("a", (t) => t.is(1, 2));\n' >test.js; rec skip 'npx ava'
	project hung; js ava module; printf 'import test from "ava";\ntest("a", () => new Promise((d) => setTimeout(d, 60000)));\n' >test.js; rec hung 'npx ava --timeout=1s'
}
run_playwright() {
	command -v playwright >/dev/null || return
	runner=playwright version="$(playwright --version)"
	pw() { js 'playwright test'; printf 'module.exports = { reporter: "%s" };\n' "${1:-list}" >playwright.config.js; }
	project pass; pw; printf 'const { test, expect } = require("@playwright/test");\ntest("a", () => {});\ntest("b", () => {});\ntest.skip("c", () => {});\n' >a.spec.js; rec pass 'npx playwright test'; rec npm-pass 'npm test'; rec list 'npx playwright test --list'; rec no-match 'npx playwright test nothing'; rec pass-with-none 'npx playwright test nothing --pass-with-no-tests'
	for r in line dot junit json; do pw $r; rec $r 'npx playwright test'; done
	project fail; pw; printf 'const { test, expect } = require("@playwright/test");\ntest("a", () => {});\ntest("b", () => { expect(1).toBe(2); });\n' >a.spec.js; rec fail 'npx playwright test'; rec npm-fail 'npm test'; for r in line dot junit json; do pw $r; rec $r-fail 'npx playwright test'; done
	project none; pw; rec none 'npx playwright test'
	project broken; pw; printf 'syntax error(\n' >a.spec.js; rec broken 'npx playwright test'
	project skip; pw; printf 'const { test } = require("@playwright/test");\ntest.skip("a", () => {});\n' >a.spec.js; rec skip 'npx playwright test'
	project hung; pw; printf 'const { test } = require("@playwright/test");\ntest("a", () => new Promise((d) => setTimeout(d, 60000)));\ntest("b", () => {});\n' >a.spec.js; rec hung 'npx playwright test --timeout=500'
	project flaky; pw; printf 'const { test } = require("@playwright/test");\ntest("a", ({}, info) => { if (!info.retry) throw new Error("no"); });\n' >a.spec.js; rec flaky 'npx playwright test --retries=1'
}
run_node() {
	runner=node version="node $(node --version)" imports='const { describe, it } = require("node:test");'
	for way in $ways; do project $way; js 'node --test'; t_$way; rec $way 'node --test'; rec npm-$way 'npm test'; done
	project reporters; js 'node --test'; t_pass; for r in tap dot junit; do rec $r "node --test --test-reporter=$r"; done; rec other-name 'node --test --test-name-pattern=nothing'
	project reporters-fail; js 'node --test'; t_fail; for r in tap dot junit; do rec $r-fail "node --test --test-reporter=$r"; done
	project hung; js 'node --test'; t_hung; rec hung 'node --test --test-timeout=300'; rec killed 'timeout 2 node --test'
	project script; js 'node a.test.js'; t_fail; mv b.test.js a.test.js; rec script-fail 'npm test'
	rec skip-json 'node --test --test-reporter=lcov'; rec no-file-none 'node --test nowhere.js'
}
run_bun() {
	command -v bun >/dev/null || return
	runner=bun version="bun $(bun --version)" imports='import { describe, it } from "bun:test";'
	for way in $ways; do project $way; js 'bun test'; t_$way; rec $way 'bun test'; rec run-$way 'bun run test'; done
	project hung; js 'bun test'; t_hung; rec hung 'bun test --timeout 300'
	project no-match; js 'bun test'; t_pass; rec no-match 'bun test -t nothing'; rec no-file 'bun test nothing'
}
run_deno() {
	command -v deno >/dev/null || return
	runner=deno version="$(deno --version | head -1)"
	project pass; printf 'Deno.test("a", () => {});\nDeno.test("b", async (t) => { await t.step("c", () => {}); });\nDeno.test({ name: "d", ignore: true, fn() {} });\n' >a_test.ts; rec pass 'deno test'; rec task 'deno task test'; for r in dot tap junit; do rec $r "deno test --reporter=$r"; done; rec no-match 'deno test --filter nothing'; rec no-run 'deno test --no-run'
	project fail; printf 'Deno.test("a", () => {});\nDeno.test("b", () => { throw new Error("no"); });\n' >a_test.ts; rec fail 'deno test'; for r in dot tap junit; do rec $r-fail "deno test --reporter=$r"; done
	project none; rec none 'deno test'
	project broken; printf 'syntax error(\n' >a_test.ts; rec broken 'deno test'
	project types; printf 'Deno.test("a", () => { const x: number = "a"; });\n' >a_test.ts; rec types 'deno test'
	project skip; printf 'Deno.test({ name: "d", ignore: true, fn() {} });\n' >a_test.ts; rec skip 'deno test'
	project permission; printf 'Deno.test("a", () => { Deno.readTextFileSync("/etc/hostname"); });\n' >a_test.ts; rec permission 'deno test'
}
run_tap() {
	command -v tap >/dev/null || return
	runner=tap version="tap $(tap --version)"
	project pass; js tap; printf 'const t = require("tap");\nt.test("a", (t) => { t.ok(1); t.end(); });\n' >a.test.js; rec pass 'npx tap --disable-coverage'
	project fail; js tap; printf 'const t = require("tap");\nt.test("a", (t) => { t.ok(0); t.end(); });\n' >a.test.js; rec fail 'npx tap --disable-coverage'
}
run_managers() {
	runner=managers
	for pm in npm pnpm yarn; do
		command -v $pm >/dev/null || continue
		version="$pm $($pm --version 2>/dev/null)"
		project $pm; js 'node --test'; imports='const { describe, it } = require("node:test");' t_pass; rec $pm-pass "$pm test"; rec $pm-run "$pm run test"; rec $pm-silent "$pm --silent test"; 
		project $pm-fail; js 'node --test'; imports='const { describe, it } = require("node:test");' t_fail; rec $pm-fail "$pm test"
		project $pm-none; printf '{"name":"x","version":"1.0.0"}\n' >package.json; rec $pm-without "$pm test"; rec $pm-none-run "$pm run test:unit"
		project $pm-default; printf '{"name":"x","version":"1.0.0","scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}\n' >package.json; rec $pm-default "$pm test"
		project $pm-empty; printf '{"name":"x","version":"1.0.0","scripts":{"test":"echo ok"}}\n' >package.json; rec $pm-echo "$pm test"
		project $pm-absent; printf '{"name":"x","version":"1.0.0","scripts":{"test":"no-such-runner"}}\n' >package.json; rec $pm-absent "$pm test"
		project $pm-nowhere; rec $pm-nowhere "$pm test"
	done
	version="npm $(npm --version)"
	project if-present; printf '{"name":"x","version":"1.0.0"}\n' >package.json; rec if-present 'npm test --if-present'
}
run_make() {
	runner=make version=$(make --version | head -1)
	project pass; go_pass; printf 'test:\n\tgo test ./...\ncheck: test\nlint:\n\tgo vet ./...\n' >Makefile; rec pass 'make test'; rec check 'make check'; rec lint 'make lint'; rec dry 'make -n test'; rec none 'make tests'; rec question 'make -q test'
	project fail; go_fail; printf 'test:\n\tgo test ./...\nignored:\n\t-go test ./...\ntest-ignored: ignored\n' >Makefile; rec fail 'make test'; rec ignored 'make test-ignored'; rec keep 'make -k test'; rec ignore 'make -i test'
	project done; mkdir test; printf 'test:\n\tgo test ./...\n' >Makefile; rec up-to-date 'make test'
	project empty; printf '.PHONY: test\ntest:\n' >Makefile; rec empty 'make test'
	project nothing; rec no-makefile 'make test'
	project sub; go_fail; mkdir sub; printf 'test:\n\t$(MAKE) -C sub test\n' >Makefile; printf 'test:\n\tcd .. && go test ./...\n' >sub/Makefile; rec sub-fail 'make test'
	project masked; go_fail; printf 'test:\n\tgo test ./... || true\n' >Makefile; rec masked 'make test'
	project tool; printf 'test:\n\tcd . && no-such-runner\n' >Makefile; rec no-tool-none 'make test'; rec no-folder-none 'make -C nowhere test'
	project hung; go_hung; printf 'test:\n\tgo test -timeout 1s ./...\ntest-slow:\n\tgo test ./...\n' >Makefile; rec hung 'make test'; rec killed 'timeout 8 make test-slow'
}

# Runners of a project's own targets, as make is: of just in a justfile, of task in Taskfile.yml.
run_just() {
	command -v just >/dev/null || return
	runner=just version=$(just --version)
	project pass; go_pass; printf 'test:\n    go test ./...\ncheck: test\nlint:\n    go vet ./...\n' >justfile; rec pass 'just test'; rec check 'just check'; rec lint 'just lint'; rec dry 'just -n test'; rec none 'just tests'
	project fail; go_fail; printf 'test:\n    go test ./...\ntest-ignored:\n    -go test ./...\n' >justfile; rec fail 'just test'; rec ignored 'just test-ignored'
	project nothing; rec no-justfile 'just test'
	project masked; go_fail; printf 'test:\n    go test ./... || true\n' >justfile; rec masked 'just test'
	project hung; go_hung; printf 'test:\n    go test -timeout 1s ./...\ntest-slow:\n    go test ./...\n' >justfile; rec hung 'just test'; rec killed 'timeout 8 just test-slow'
}
run_task() {
	command -v task >/dev/null || return
	runner=task version=$(task --version)
	project pass; go_pass; printf 'version: "3"\ntasks:\n  test: go test ./...\n  check: {deps: [test]}\n  lint: go vet ./...\n' >Taskfile.yml; rec pass 'task test'; rec check 'task check'; rec lint 'task lint'; rec dry 'task --dry test'; rec none 'task tests'
	project fail; go_fail; printf 'version: "3"\ntasks:\n  test: go test ./...\n  test-ignored: {cmds: [{cmd: go test ./..., ignore_error: true}]}\n' >Taskfile.yml; rec fail 'task test'; rec ignored 'task test-ignored'
	project nothing; rec no-taskfile 'task test'
	project masked; go_fail; printf 'version: "3"\ntasks:\n  test: go test ./... || true\n' >Taskfile.yml; rec masked 'task test'
	project tool; printf 'version: "3"\ntasks:\n  test: no-such-runner\n' >Taskfile.yml; rec no-tool-none 'task test'
	project done; printf 'version: "3"\ntasks:\n  test: {cmds: [exit 1], status: [true]}\n' >Taskfile.yml; rec up-to-date-none 'task test'
	project hung; go_hung; printf 'version: "3"\ntasks:\n  test: go test -timeout 1s ./...\n  test-slow: go test ./...\n' >Taskfile.yml; rec hung 'task test'; rec killed 'timeout 8 task test-slow'
}

rspec_file() { file "spec/$1_spec.rb"; }
run_rspec() {
	command -v rspec >/dev/null || return
	runner=rspec version=$(rspec --version | tr '\n' ' ')
	project pass; printf 'RSpec.describe "a" do\n  it("one") {}\n  it("two") { expect(1).to eq 1 }\n  xit("three") {}\nend\n' | rspec_file a; rec pass rspec; rec doc 'rspec -f d'; rec dry 'rspec --dry-run'; rec no-match 'rspec -e nothing'; rec json 'rspec -f json'
	project fail; printf 'RSpec.describe "a" do\n  it("one") {}\n  it("two") { expect(1).to eq 2 }\nend\n' | rspec_file a; rec fail rspec; rec doc-fail 'rspec -f d'; rec json-fail 'rspec -f json'
	project none; mkdir spec; rec none rspec
	project broken; printf 'RSpec.describe "a" do\n  it("one") {}\nend\n' | rspec_file a; printf 'require "no_such"\n' | rspec_file b; rec broken rspec
	project skip; printf 'RSpec.describe "a" do\n  xit("three") {}\nend\n' | rspec_file a; rec skip rspec
	project syntax; printf 'def (\n' | rspec_file a; rec syntax rspec
}
run_minitest() {
	command -v ruby >/dev/null || return
	runner=minitest version="$(ruby --version); minitest $(ruby -e 'require "minitest"; print Minitest::VERSION')"
	rakefile() { printf 'require "minitest/test_task"\nMinitest::TestTask.create\n' >Rakefile; file test/test_a.rb; }
	project pass; printf 'require "minitest/autorun"\nclass A < Minitest::Test\n  def test_a; end\n  def test_b; assert true; end\n  def test_c; skip; end\nend\n' | rakefile; rec pass 'ruby test/test_a.rb'; rec rake 'rake test'; rec verbose 'ruby test/test_a.rb -v'
	project fail; printf 'require "minitest/autorun"\nclass A < Minitest::Test\n  def test_a; end\n  def test_b; assert false; end\nend\n' | rakefile; rec fail 'ruby test/test_a.rb'; rec rake-fail 'rake test'
	project none; printf 'require "minitest/autorun"\n' | rakefile; rec none 'ruby test/test_a.rb'
	project broken; printf 'require "minitest/autorun"\nrequire "no_such"\n' | rakefile; rec broken 'ruby test/test_a.rb'; rec rake-broken 'rake test'
	project skip; printf 'require "minitest/autorun"\nclass A < Minitest::Test\n  def test_c; skip; end\nend\n' | rakefile; rec skip 'ruby test/test_a.rb'
	project testunit; printf 'require "test/unit"\nclass A < Test::Unit::TestCase\n  def test_a; end\n  def test_b; assert false; end\nend\n' | file test/test_a.rb; rec test-unit-fail 'ruby test/test_a.rb'
	printf 'require "test/unit"\nclass A < Test::Unit::TestCase\n  def test_a; end\nend\n' | file test/test_a.rb; rec test-unit 'ruby test/test_a.rb'
	project norake; rec no-rakefile 'rake test'
}
run_phpunit() {
	command -v phpunit >/dev/null || return
	runner=phpunit version=$(phpunit --version)
	php_test() { printf '<?php\nuse PHPUnit\\Framework\\TestCase;\nfinal class ATest extends TestCase {\n%s\n}\n' "$1" | file tests/ATest.php; }
	project pass; php_test 'public function testA(): void { $this->assertTrue(true); } public function testB(): void { $this->assertTrue(true); }'; rec pass 'phpunit tests'; rec testdox 'phpunit --testdox tests'; rec no-match 'phpunit --filter nothing tests'; rec list 'phpunit --list-tests tests'
	project skipped; php_test 'public function testA(): void { $this->assertTrue(true); } public function testB(): void { $this->markTestSkipped(); }'; rec some-skipped 'phpunit tests'
	project risky; php_test 'public function testA(): void { }'; rec risky 'phpunit tests'
	project fail; php_test 'public function testA(): void { $this->assertTrue(true); } public function testB(): void { $this->assertTrue(false); } public function testC(): void { throw new Exception("no"); }'; rec fail 'phpunit tests'
	project none; mkdir tests; rec none 'phpunit tests'
	project broken; printf '<?php\nfinal class ATest extends Missing {}\n' | file tests/ATest.php; rec broken 'phpunit tests'
	project skip; php_test 'public function testB(): void { $this->markTestSkipped(); }'; rec skip 'phpunit tests'
}
run_mix() {
	command -v mix >/dev/null || return
	runner=mix version=$(elixir --version | tail -1)
	export LC_ALL=C.UTF-8
	mixproject() { printf 'defmodule X.MixProject do\n  use Mix.Project\n  def project, do: [app: :x, version: "0.1.0", deps: []]\nend\n' >mix.exs; mkdir -p lib test; printf 'defmodule X do\n  @doc """\n      iex> X.one()\n      1\n  """\n  def one, do: 1\nend\n' >lib/x.ex; printf 'ExUnit.start()\n' >test/test_helper.exs; file test/x_test.exs; }
	project pass; printf 'defmodule XTest do\n  use ExUnit.Case\n  doctest X\n  test("a", do: :ok)\n  @tag :skip\n  test("b", do: :ok)\nend\n' | mixproject; rec pass 'mix test'; rec trace 'mix test --trace'; rec stale 'mix test --stale'; rec no-match 'mix test --only nothing'
	project fail; printf 'defmodule XTest do\n  use ExUnit.Case\n  test("a", do: :ok)\n  test("b", do: assert 1 == 2)\nend\n' | mixproject; rec fail 'mix test'
	project none; printf '' | mixproject; rm test/x_test.exs; rec none 'mix test'
	project broken; printf 'defmodule XTest do\n  use ExUnit.Case\n  test("a", do: missing())\nend\n' | mixproject; rec broken 'mix test'
	project skip; printf 'defmodule XTest do\n  use ExUnit.Case\n  @tag :skip\n  test("b", do: :ok)\nend\n' | mixproject; rec skip 'mix test'
}
run_ctest() {
	command -v ctest >/dev/null || return
	runner=ctest version=$(ctest --version | head -1)
	cm() { printf 'cmake_minimum_required(VERSION 3.10)\nproject(x NONE)\nenable_testing()\n%s\n' "$1" >CMakeLists.txt; cmake -B build . >/dev/null 2>&1; cd build; }
	project pass; cm 'add_test(a true)
add_test(b true)'; rec pass ctest; rec make 'make test'; rec list 'ctest -N'; rec no-match 'ctest -R nothing'; rec verbose 'ctest -V'; rec cmake 'cmake --build . --target test'; rec quiet 'ctest -Q'
	project fail; cm 'add_test(a true)
add_test(b false)'; rec fail 'ctest --output-on-failure'; rec make-fail 'make test'
	project none; cm ''; rec none ctest
	project broken; cm 'add_test(a /no/such/program)'; rec broken ctest
	project skip; cm 'add_test(a sh -c "exit 77")
set_tests_properties(a PROPERTIES SKIP_RETURN_CODE 77)
add_test(c true)
set_tests_properties(c PROPERTIES DISABLED true)'; rec skip ctest
	project hung; cm 'add_test(a sleep 60)
add_test(b true)'; rec hung 'ctest --timeout 1'
}
run_meson() {
	command -v meson >/dev/null || return
	runner=meson version="meson $(meson --version)"
	ms() { printf "project('x')\n%s\n" "$1" >meson.build; meson setup build >/dev/null 2>&1; }
	project pass; ms "test('a', find_program('true'))"; rec pass 'meson test -C build'; rec ninja 'ninja -C build test'
	project fail; ms "test('a', find_program('true'))
test('b', find_program('false'))"; rec fail 'meson test -C build'; rec ninja-fail 'ninja -C build test'
	project none; ms ''; rec none 'meson test -C build'
	project skip; printf '#!/bin/sh\nexit 77\n' >s.sh; chmod +x s.sh; ms "test('a', find_program('./s.sh'))"; rec skip 'meson test -C build'
}
run_bats() {
	command -v bats >/dev/null || return
	runner=bats version=$(bats --version)
	project pass; printf '@test "a" { true; }\n@test "b" { true; }\n@test "c" { skip; }\n' | file test/a.bats; rec pass 'bats test'; rec pretty 'bats --pretty test'; rec junit 'bats -F junit test'; rec count 'bats -c test'; rec no-match 'bats -f nothing test'
	project fail; printf '@test "a" { true; }\n@test "b" { false; }\n' | file test/a.bats; rec fail 'bats test'; rec pretty-fail 'bats --pretty test'; rec junit-fail 'bats -F junit test'
	project none; printf '' | file test/a.bats; rec none 'bats test'
	project broken; printf '@test "a" { true\n' | file test/a.bats; rec broken 'bats test'
	project skip; printf '@test "c" { skip; }\n' | file test/a.bats; rec skip 'bats test'
	project hung; printf '@test "c" { sleep 60; }\n' | file test/a.bats; rec hung 'BATS_TEST_TIMEOUT=1 bats test'
}
run_prove() {
	runner=prove version=$(prove --version)
	project pass; printf 'use Test::More tests => 2;\nok(1);\nok(1);\n' | file t/a.t; rec pass 'prove t'; rec perl 'perl t/a.t'; rec verbose 'prove -v t'
	project fail; printf 'use Test::More tests => 2;\nok(1);\nok(0);\n' | file t/a.t; rec fail 'prove t'
	project none; mkdir t; rec none 'prove t'; rec no-file-none 'prove nowhere.t'; rmdir t; rec no-folder-none prove
	project broken; printf 'syntax error(\n' | file t/a.t; rec broken 'prove t'
	project skip; printf 'use Test::More skip_all => "not here";\n' | file t/a.t; rec skip 'prove t'
}
run_mvn() {
	command -v mvn >/dev/null || return
	runner=mvn version=$(HOME=$home mvn --version 2>/dev/null | sed -n '1s/\x1b\[[0-9]*m//gp')
	pom() { cat >pom.xml <<'X'
<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency></dependencies></project>
X
	file src/test/java/ATest.java; }
	mkdir -p "$work/bin"; printf '#!/bin/sh\nexec /usr/bin/mvn -o -B -s /etc/maven/settings-debian.xml "$@"\n' >"$work/bin/mvn"; chmod +x "$work/bin/mvn"; local PATH="$work/bin:$PATH"
	project pass; printf 'import org.junit.*;\npublic class ATest { @Test public void a() {} @Test public void b() {} @Test @Ignore public void c() {} }\n' | pom; rec pass 'mvn test'; rec quiet 'mvn -q test'; rec skip-tests 'mvn test -DskipTests'; rec no-exec 'mvn test -Dmaven.test.skip=true'; rec no-match 'mvn test -Dtest=Nothing'; rec compile 'mvn compile'; rec package 'mvn package'
	project fail; printf 'import org.junit.*;\npublic class ATest { @Test public void a() {} @Test public void b() { Assert.fail("no"); } @Test public void d() { throw new RuntimeException("x"); } }\n' | pom; rec fail 'mvn test'; rec quiet-fail 'mvn -q test'; rec ignored 'mvn test -Dmaven.test.failure.ignore=true'
	project none; printf '' | pom; rm -r src; rec none 'mvn test'
	project nopom; rec no-pom-none 'mvn test'
	project broken; printf 'public class ATest { missing }\n' | pom; rec broken 'mvn test'
	project skip; printf 'import org.junit.*;\npublic class ATest { @Test @Ignore public void c() {} }\n' | pom; rec skip 'mvn test'
	project hung; printf 'import org.junit.*;\npublic class ATest { @Test public void a() throws Exception { Thread.sleep(60000); } }\n' | pom; rec hung 'mvn test -Dsurefire.timeout=3'; rec killed 'timeout 20 mvn test'
}
run_gradle() {
	command -v gradle >/dev/null || return
	runner=gradle version=$(HOME=$home gradle --version 2>/dev/null | sed -n 's/^Gradle/&/p')
	gr() { printf 'apply plugin: "java"\nrepositories { flatDir { dirs "/usr/share/java" } }\ndependencies { testCompile files("/usr/share/java/junit4.jar", "/usr/share/java/hamcrest-core.jar") }\n' >build.gradle; file src/test/java/ATest.java; }
	mkdir -p "$work/bin"; printf '#!/bin/sh\nexec /usr/bin/gradle --offline --no-daemon "$@"\n' >"$work/bin/gradle"; chmod +x "$work/bin/gradle"; local PATH="$work/bin:$PATH"
	project pass; printf 'import org.junit.*;\npublic class ATest { @Test public void a() {} @Test public void b() {} @Test @Ignore public void c() {} }\n' | gr; rec pass 'gradle test'; rec up-to-date 'gradle test'; rec build 'gradle build'; rec excluded 'gradle build -x test'; rec dry 'gradle test --dry-run'; rec quiet 'gradle -q test'
	project fail; printf 'import org.junit.*;\npublic class ATest { @Test public void a() {} @Test public void b() { Assert.fail("no"); } }\n' | gr; rec fail 'gradle test'
	project none; printf '' | gr; rm -r src; rec none 'gradle test'
	project broken; printf 'public class ATest { missing }\n' | gr; rec broken 'gradle test'
	project skip; printf 'import org.junit.*;\npublic class ATest { @Test @Ignore public void c() {} }\n' | gr; rec skip 'gradle test'
	project hung; printf 'import org.junit.*;\npublic class ATest { @Test public void a() throws Exception { Thread.sleep(60000); } }\n' | gr; rec killed 'timeout 40 gradle test'
}
run_cabal() {
	command -v cabal >/dev/null || return
	runner=cabal version=$(cabal --version | head -1)
	cb() { printf 'cabal-version: 2.4\nname: x\nversion: 0.1\nbuild-type: Simple\ntest-suite t\n  type: exitcode-stdio-1.0\n  main-is: T.hs\n  build-depends: base\n  default-language: Haskell2010\n' >x.cabal; file T.hs; mkdir -p "$HOME/.cabal/packages"; printf 'repository none\n  url: file:///nowhere\n' >"$HOME/.cabal/config" 2>/dev/null || true; }
	project pass; printf 'main :: IO ()\nmain = putStrLn "fine"\n' | cb; rec pass 'cabal test'
	project fail; printf 'import System.Exit\nmain :: IO ()\nmain = exitFailure\n' | cb; rec fail 'cabal test'
	project broken; printf 'main = missing\n' | cb; rec broken 'cabal test'
}

all="go gotestsum ginkgo cargo pytest nopytest unittest django tox nox jest vitest mocha ava playwright node bun deno tap managers make just task rspec minitest phpunit mix ctest meson bats prove mvn gradle cabal"
for name in ${*:-$all}; do "run_$name"; done
