package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheReadmeShowsWhatStoriesRun holds each command of claw in the README to a line of
// a story that runs it; a word in capitals matches a variable of the story.
func TestTheReadmeShowsWhatStoriesRun(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	run := map[string]bool{}
	for _, f := range files {
		story, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(story)) {
			if m := runs.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
				run[variable.ReplaceAllString(m[1], "$1")] = true
			}
		}
	}
	shown := 0
	for _, block := range strings.Split(string(text), "```sh\n")[1:] {
		code, _, _ := strings.Cut(block, "```")
		for line := range strings.Lines(code) {
			command, _, _ := strings.Cut(line, " #")
			if command = strings.TrimSpace(command); !strings.HasPrefix(command, "claw ") {
				continue
			}
			if shown++; !run[command] {
				t.Errorf("no story runs %q", command)
			}
		}
	}
	if shown < 20 {
		t.Errorf("the README shows %d commands of claw", shown)
	}
}

var (
	runs     = regexp.MustCompile(`^(?:exec|exits [0-9]+) (claw .*)$`)
	variable = regexp.MustCompile(`\$([A-Z]+)`)
)
