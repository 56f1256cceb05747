package testrun

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// conventions are the names of test files, by the languages of runners. A pattern with a slash is
// one of a folder.
var conventions = []struct {
	runners, patterns []string
}{
	{[]string{"go test", "gotestsum", "ginkgo"}, []string{"*_test.go"}},
	{[]string{"pytest", "unittest", "django test", "tox", "nox"}, []string{"test_*.py", "*_test.py", "tests.py", "conftest.py"}},
	{[]string{"cargo test", "cargo nextest"}, []string{"tests/*.rs", "*_test.rs", "test_*.rs", "tests.rs"}},
	{[]string{"bun test", "npm test", "pnpm test", "yarn test", "bun run test", "jest", "vitest", "mocha", "ava", "playwright", "cypress", "node --test", "deno test"},
		[]string{"*.test.*", "*.spec.*", "*_test.ts", "*_test.js", "*.cy.*", "__tests__/*.*", "test-*.js", "test.js"}},
	{[]string{"mvn", "gradle", "sbt test"}, []string{"*Test.java", "*Tests.java", "Test*.java", "*IT.java", "*Test.kt", "*Tests.kt", "*Spec.groovy", "*Spec.scala", "*Test.scala", "*Suite.scala"}},
	{[]string{"dotnet test"}, []string{"*Test.cs", "*Tests.cs", "*Test.fs", "*Tests.fs", "*Tests.vb"}},
	{[]string{"rspec", "minitest", "rake"}, []string{"*_spec.rb", "*_test.rb", "test_*.rb"}},
	{[]string{"phpunit", "artisan test", "composer test"}, []string{"*Test.php"}},
	{[]string{"mix test"}, []string{"*_test.exs"}},
	{[]string{"ctest"}, []string{"*_test.c", "*_test.cc", "*_test.cpp", "test_*.c", "test_*.cc", "test_*.cpp", "*Test.cpp"}},
	{[]string{"swift test"}, []string{"*Test.swift", "*Tests.swift"}},
	{[]string{"dart test"}, []string{"*_test.dart"}},
	{[]string{"bats"}, []string{"*.bats"}},
	{[]string{"cabal test"}, []string{"*Spec.hs", "*Test.hs"}},
}

// patternsOf are the names of a runner's test files: of one that runs whatever the project calls its
// tests, those of all.
func patternsOf(runner string) (all []string) {
	for _, c := range conventions {
		if slices.Contains(c.runners, runner) {
			return c.patterns
		}
		all = append(all, c.patterns...)
	}
	return all
}

// isTest reports whether a file, whose path has slashes, is one of the patterns.
func isTest(name string, patterns []string) bool {
	for _, pattern := range patterns {
		folder, base := path.Split(pattern)
		if ok, err := path.Match(base, path.Base(name)); err == nil && ok && (folder == "" || strings.Contains("/"+path.Dir(name)+"/", "/"+folder)) {
			return true
		}
	}
	return false
}

// mostFiles bounds the test files that are hashed; of a worktree with more, none is.
const mostFiles = 20_000

// TestFiles are the test files of a folder, by the conventions of a runner. files are those of the
// folder, relative to it, with slashes.
//
// Errors: those of the files, and the context's.
func TestFiles(ctx context.Context, folder domain.Path, runner string, files []string) (*domain.TestFiles, []string, error) {
	var tests []string
	patterns := patternsOf(runner)
	for _, name := range files {
		if isTest(name, patterns) {
			tests = append(tests, name)
		}
	}
	if len(tests) > mostFiles {
		return nil, nil, nil
	}
	slices.Sort(tests)
	list, found := sha256.New(), tests[:0]
	for _, name := range tests {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		sum, err := hashFile(filepath.Join(string(folder), filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoFile) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		found = append(found, name)
		_, _ = io.WriteString(list, hex.EncodeToString(sum)+"  "+name+"\n")
	}
	return &domain.TestFiles{Count: len(found), Digest: domain.Digest(list.Sum(nil))}, found, nil
}

// errNoFile is the error of a link, a folder or a device in the place of a file.
var errNoFile = errors.New("no regular file")

// hashFile is the SHA-256 of a file, which no link leads to.
func hashFile(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNoFile
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	h := sha256.New()
	_, err = io.Copy(h, file)
	return h.Sum(nil), err
}

// FilesBelow lists the files of a folder outside of git, without those of hidden folders and of
// installed dependencies. It returns none where there are too many to hash.
//
// Errors: those of the folder, and the context's.
func FilesBelow(ctx context.Context, folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == folder:
			return err
		case err != nil:
			return nil // what cannot be read is no test that ran
		case d.IsDir() && name != folder && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "vendor"):
			return filepath.SkipDir
		case d.Type().IsRegular():
			rel, err := filepath.Rel(folder, name)
			if err != nil {
				return err
			}
			files = append(files, filepath.ToSlash(rel))
		}
		if len(files) > 10*mostFiles {
			files = nil
			return filepath.SkipAll
		}
		return ctx.Err()
	})
	return files, err
}
