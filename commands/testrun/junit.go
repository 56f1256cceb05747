package testrun

import (
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// JUnit is what files of JUnit XML say of tests.
type JUnit struct {
	Passed, Failed, Skipped int
	FailedTests             []string
	FlakyTests              []string // that the runner itself ran again, and that passed then
}

// junitCase is a test in JUnit XML, in the forms of Ant, Maven Surefire and pytest.
type junitCase struct {
	Name   string     `xml:"name,attr"`
	Class  string     `xml:"classname,attr"`
	Fails  []struct{} `xml:"failure"`
	Errors []struct{} `xml:"error"`
	Skips  []struct{} `xml:"skipped"`
	Flaky  []struct{} `xml:"flakyFailure"`
	Flakes []struct{} `xml:"flakyError"`
}

// Read adds the tests of a file of JUnit XML.
//
// Errors: the text is no XML, or ends before its root does.
func (j *JUnit) Read(in io.Reader) error {
	d := xml.NewDecoder(in)
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	suites := false
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && suites:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("it has no testsuite")
		case err != nil:
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "testsuites", "testsuite":
			suites = true
		case "testcase":
			var c junitCase
			if err := d.DecodeElement(&c, &start); err != nil {
				return err
			}
			j.add(&c)
		}
	}
}

// add adds a test.
func (j *JUnit) add(c *junitCase) {
	name := c.Name
	if c.Class != "" {
		name = c.Class + "." + name
	}
	switch {
	case len(c.Fails)+len(c.Errors) > 0:
		j.Failed, j.FailedTests = j.Failed+1, append(j.FailedTests, name)
	case len(c.Skips) > 0:
		j.Skipped++
	default:
		if j.Passed++; len(c.Flaky)+len(c.Flakes) > 0 {
			j.FlakyTests = append(j.FlakyTests, name)
		}
	}
}

// reportsOf are the files that a pattern matches, with the times at which they were written.
//
// Errors: kind usage for a pattern that is none.
func reportsOf(dir, pattern string) (map[string]time.Time, error) {
	if pattern == "" {
		return nil, nil
	}
	if !filepath.IsAbs(pattern) {
		pattern = filepath.Join(dir, pattern)
	}
	names, err := filepath.Glob(pattern)
	if err != nil {
		return nil, &domain.Error{Kind: domain.ErrUsage, Operation: "find reports", Target: pattern, Message: "is no pattern of files",
			Next: domain.Step{Code: nextstep.NameReports}}
	}
	at := map[string]time.Time{}
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			at[name] = info.ModTime()
		}
	}
	return at, nil
}

// takeJUnit takes in the reports that were written since before. A red of the exit status stays, also
// where none was written: what failed may have kept the tests from reporting.
//
// Errors: kind not_found where tests that passed wrote none, parse for one that is no JUnit XML.
func (r *run) takeJUnit(dir, pattern string, before map[string]time.Time) error {
	now, err := reportsOf(dir, pattern)
	if err != nil {
		return err
	}
	var j JUnit
	read := 0
	for _, name := range slices.Sorted(maps.Keys(now)) {
		at := now[name]
		if written, was := before[name]; was && written.Equal(at) {
			continue
		}
		read++
		text, err := os.ReadFile(name)
		if err == nil {
			err = j.Read(strings.NewReader(string(text)))
		}
		if err != nil {
			return (&domain.Error{Kind: domain.ErrParse, Operation: "read report", Target: name, Message: "is no JUnit XML: " + err.Error(),
				Next: domain.Step{Code: nextstep.NameReports}}).Because(err)
		}
	}
	switch {
	case read == 0 && r.Result == Failed:
		return nil
	case read == 0:
		return &domain.Error{Kind: domain.ErrNotFound, Operation: "read report", Target: pattern, Message: "the tests wrote no such file",
			Next: domain.Step{Code: nextstep.NameReports}}
	}
	r.Format, r.Passed, r.Failed, r.Skipped, r.FailedTests = FormatJUnit, j.Passed, j.Failed, j.Skipped, j.FailedTests
	r.FlakyTests, r.Flaky = j.FlakyTests, len(j.FlakyTests)
	switch {
	case j.Failed > 0 || r.ExitCode == nil || *r.ExitCode != 0:
		r.Result = Failed
	case j.Passed > 0:
		r.Result = Passed
	default:
		r.Result = None
	}
	return nil
}
