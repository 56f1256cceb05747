package witness

import "strings"

// marks are pieces of text of which each command that shows something has one. They keep the shell
// reader from commands that only look.
var marks = []string{
	"test", "check", "git", "gh ", "glab", "build", "lint", "vet", "tsc", "mypy", "pyright", "ruff", "black", "prettier", "eslint", "biome", "clippy", "fmt", "format",
	"tox", "nox", "prove", "meson", "tap", "nose", "jest", "mocha", "ava", "cypress", "playwright", "mvn", "gradle", "rspec", "pest", "bats", "unit", "spec", "e2e", "ginkgo", "integration", "verify", "package", "install",
	">", "tee", "rm", "mv", "cp", "ln", "sed", "perl", "touch", "truncate", "patch", "unlink", "rsync", "shred", "generate", "add", "remove", "update", "sync", "lock", "fix",
	"python", "node", "ruby", "php", "deno", "bun", "make", "just", "task", "cmake", "ninja", "compile", "flake8", "pylint", "flow", "staticcheck", "phpstan", "rubocop", "tar", "unzip", "protoc",
}

// mayShow reports whether a command can show anything.
func mayShow(command string) bool {
	for _, m := range marks {
		if strings.Contains(command, m) {
			return true
		}
	}
	return false
}
