package apitest_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	_ "github.com/clawable/claw/domain"               // so that the test runs anew
	_ "github.com/clawable/claw/eventlog"             // when one of them
	_ "github.com/clawable/claw/fixtures/fixturetest" // is another
	"github.com/clawable/claw/internal/apitest"
)

var update = flag.Bool("update", false, "write the lists of what the stable packages export anew")

const (
	root   = "../.."
	module = "github.com/clawable/claw/"
)

// stable are the packages that other programs may import.
var stable = []string{"domain", "eventlog", "fixtures", "fixtures/fixturetest"}

// TestTheExportedAPIIsTheOneThatWasReviewed holds the stable packages to testdata. What was there
// and is gone, or is another now, breaks a program that uses it: -update accepts that only when
// docs/api.md has a new line about it in its list of changes.
func TestTheExportedAPIIsTheOneThatWasReviewed(t *testing.T) {
	doc := text(t, filepath.Join(root, "docs/api.md"))
	packages := exported(t)
	for _, name := range stable {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", strings.ReplaceAll(name, "/", "-")+".txt")
			var want listing
			if written, err := os.ReadFile(file); err == nil {
				want = parse(string(written))
			} else if !*update {
				t.Fatal(err)
			}
			got := listing{len(changes(doc, name)), apitest.Features(packages[name])}
			if !*update {
				for _, complaint := range differences(name, want, got) {
					t.Error(complaint)
				}
				return
			}
			for _, gone := range unexplained(name, changes(doc, name), want, got) {
				t.Errorf("%s: docs/api.md has no new line in its list of changes about `%s`, and this is no longer exported:\n\t%s", file, subject(name, gone), gone)
			}
			if t.Failed() {
				return
			}
			if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// listing is a file of testdata: how many changes of the package docs/api.md lists, and what the
// package exports.
type listing struct {
	changes  int
	features []string
}

const heading = "# changes in docs/api.md: "

func (l listing) String() string {
	return heading + strconv.Itoa(l.changes) + "\n" + strings.Join(l.features, "\n") + "\n"
}

func parse(file string) (l listing) {
	lines := strings.Split(strings.TrimSpace(file), "\n")
	l.changes, _ = strconv.Atoi(strings.TrimPrefix(lines[0], heading))
	l.features = lines[1:]
	return l
}

// differences says in which ways a package is not what was reviewed.
func differences(name string, want, got listing) (complaints []string) {
	for _, gone := range without(want.features, got.features) {
		complaints = append(complaints, fmt.Sprintf("%s breaks programs that use it: it no longer exports\n\t%s\nif that must be, say in the list of changes of docs/api.md what to do about `%s`, and run this test with -update", name, gone, subject(name, gone)))
	}
	for _, added := range without(got.features, want.features) {
		complaints = append(complaints, fmt.Sprintf("%s exports something new, which stays for good: run this test with -update\n\t%s", name, added))
	}
	if got.changes != want.changes && complaints == nil {
		complaints = append(complaints, fmt.Sprintf("docs/api.md lists %d changes of %s, %d with the API that was reviewed: run this test with -update", got.changes, name, want.changes))
	}
	return complaints
}

// spoken are the names in a list of changes; one that ends in "*" is all that begin so.
var spoken = regexp.MustCompile("`(\\w+\\.\\w+)(\\*?)`")

// unexplained are the features that are gone and that no change since then names.
func unexplained(name string, changes []string, want, got listing) (gone []string) {
	since := changes[min(want.changes, len(changes)):]
	for _, feature := range without(want.features, got.features) {
		of := subject(name, feature)
		explained := func(change string) bool {
			return slices.ContainsFunc(spoken.FindAllStringSubmatch(change, -1), func(m []string) bool {
				return m[1] == of || m[2] != "" && strings.HasPrefix(of, m[1])
			})
		}
		if !slices.ContainsFunc(since, explained) {
			gone = append(gone, feature)
		}
	}
	return gone
}

func without(all, others []string) (rest []string) {
	for _, one := range all {
		if !slices.Contains(others, one) {
			rest = append(rest, one)
		}
	}
	return rest
}

var named = regexp.MustCompile(`^(?:const|var|func|type|method \(\*?)\s*(\w+)`)

// subject is the name by which docs/api.md refers to a feature: that of its package and, of a
// method or a field, that of its type.
func subject(name, feature string) string {
	return filepath.Base(name) + "." + named.FindStringSubmatch(feature)[1]
}

// changes are the lines about a package in the list of changes of docs/api.md, oldest first.
func changes(doc, name string) (lines []string) {
	_, list, _ := strings.Cut(doc, "\n## Changes\n")
	for item := range strings.SplitSeq(list, "\n- ") {
		if strings.HasPrefix(strings.TrimPrefix(item, "- "), "`"+filepath.Base(name)+".") {
			lines = append(lines, item)
		}
	}
	return lines
}

// exported reads the stable packages as the compiler exports them.
func exported(t *testing.T) map[string]*types.Package {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}")
	for _, name := range stable {
		list.Args = append(list.Args, module+name)
	}
	list.Dir = root
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[path] = file
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	packages := map[string]*types.Package{}
	for _, name := range stable {
		if packages[name], err = from.Import(module + name); err != nil {
			t.Fatal(err)
		}
	}
	return packages
}

// TestEachStablePackageIsDocumentedWithAnExample holds docs/api.md to the packages.
func TestEachStablePackageIsDocumentedWithAnExample(t *testing.T) {
	doc := text(t, filepath.Join(root, "docs/api.md"))
	for _, name := range stable {
		if !strings.Contains(doc, "| [`"+name+"`](../"+name+") |") {
			t.Errorf("docs/api.md has no row for %s", name)
		}
		files, err := filepath.Glob(filepath.Join(root, name, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		shows := func(file string) bool { return bytes.Contains([]byte(text(t, file)), []byte("\nfunc Example")) }
		if !slices.ContainsFunc(files, shows) {
			t.Errorf("%s has no example", name)
		}
	}
}

func text(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
