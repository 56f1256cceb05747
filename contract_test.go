package claw_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// contractRows are the rows of the contract of reports.
var contractRows = map[string]int{"A": 9, "B": 8, "C": 10, "D": 4, "E": 12, "F": 5, "G": 6, "H": 5}

var (
	contractRow  = regexp.MustCompile(`(?m)^\| ([A-H])(\d+) [^|]*\|(.*)\|$`)
	namedInTable = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+|[a-z]+\\.txtar)`")
	declaredTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// TestEachRowOfTheContractNamesTestsThatExist holds the table of docs/reports.md to the rows that there
// are, and to the tests of the repository.
func TestEachRowOfTheContractNamesTestsThatExist(t *testing.T) {
	exist, seen := testsThatExist(t), map[string]int{}
	for _, m := range contractRow.FindAllStringSubmatch(readText(t, "docs/reports.md"), -1) {
		seen[m[1]]++
		names := namedInTable.FindAllStringSubmatch(m[3], -1)
		if len(names) == 0 {
			t.Errorf("row %s%s names no test", m[1], m[2])
		}
		for _, name := range names {
			if !slices.Contains(exist, name[1]) {
				t.Errorf("row %s%s names %s, which there is not", m[1], m[2], name[1])
			}
		}
	}
	for group, want := range contractRows {
		if seen[group] != want {
			t.Errorf("the table has %d rows of %s, want %d", seen[group], group, want)
		}
	}
}

// testsThatExist are the names of test functions, and of the stories of claw.
func testsThatExist(t *testing.T) (names []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(path, ".txtar"):
			names = append(names, d.Name())
		case strings.HasSuffix(path, "_test.go"):
			text, err := os.ReadFile(path)
			for _, m := range declaredTest.FindAllStringSubmatch(string(text), -1) {
				names = append(names, m[1])
			}
			return err
		}
		return nil
	})
	if err != nil || len(names) < 500 {
		t.Fatal(len(names), err)
	}
	return names
}
