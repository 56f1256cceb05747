package cli_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// helpOf is the help of a verb as a document.
func helpOf(t *testing.T, w *clitest.World, verb string) map[string]any {
	t.Helper()
	return clitest.Documents(t, w.Must(append(strings.Fields(verb)[1:], "--help", "--json")...).Out)[0]
}

// branches lists the verbs that have verbs below them, from the help of the program itself.
func branches(t *testing.T, w *clitest.World, verb string) (all []string) {
	below, _ := helpOf(t, w, verb)["verbs"].([]any)
	if len(below) == 0 {
		return nil
	}
	all = []string{verb}
	for _, one := range below {
		all = append(all, branches(t, w, one.(map[string]any)["verb"].(string))...)
	}
	return all
}

// refusedAsUsage holds a command line to be a usage error about target, in both forms.
func refusedAsUsage(t *testing.T, w *clitest.World, target string, line ...string) {
	t.Helper()
	a := w.Run(append([]string{"--json"}, line...)...)
	all := clitest.Documents(t, a.Out)
	if a.Code != 2 || len(all) != 1 || all[0]["type"] != "error" {
		t.Errorf("claw %q: exit %d\n%.300s", line, a.Code, a.Out)
		return
	}
	e := all[0]["error"].(map[string]any)
	about, _ := e["target"].(string)
	if e["kind"] != "usage" || !strings.Contains(about, target) || e["hint"] == nil {
		t.Errorf("claw %q: %v, want a usage error about %s", line, e, target)
	}
	if text := w.Run(line...); text.Code != 2 || !slices.Contains(line, "--json") && !strings.Contains(text.Err, target) {
		t.Errorf("claw %q in text: exit %d, %q, %.200q", line, text.Code, text.Err, text.Out)
	}
}

// TestHelpIsOfWhatThereIs asks every verb for the help of a verb, or of an argument, that it
// does not have.
func TestHelpIsOfWhatThereIs(t *testing.T) {
	w := clitest.Empty(t)
	all := branches(t, w, "claw")
	if len(all) < 10 {
		t.Fatalf("verbs with verbs below them: %q", all)
	}
	for _, verb := range leaves(t, w, "claw") {
		usage := helpOf(t, w, verb)["usage"].(string)
		if strings.TrimSuffix(usage, " [flags]") == verb {
			all = append(all, verb)
		}
	}
	for _, verb := range all {
		line := strings.Fields(verb)[1:]
		for _, asked := range [][]string{{"nosuch", "--help"}, {"--help", "nosuch"}, {"nosuch", "-h"}} {
			refusedAsUsage(t, w, verb+" nosuch", append(slices.Clone(line), asked...)...)
		}
		refusedAsUsage(t, w, verb+" nosuch", append(append([]string{"help"}, line...), "nosuch")...)
	}
}

// TestEachFlagThatTakesAValueNeedsOne gives every flag of every verb no value: an empty one,
// and the flag behind it.
func TestEachFlagThatTakesAValueNeedsOne(t *testing.T) {
	w := clitest.Empty(t)
	tried := 0
	for _, verb := range append(leaves(t, w, "claw"), "claw") {
		if slices.Contains(protocols, verb) || verb == "claw help" {
			continue
		}
		for _, one := range helpOf(t, w, verb)["flags"].([]any) {
			flag := one.(map[string]any)["flag"].(string)
			if one.(map[string]any)["type"] == "bool" {
				continue
			}
			tried++
			for _, given := range [][]string{{flag + "="}, {flag, ""}, {flag, "--json"}, {flag, "--repo"}, {flag, "-h"}} {
				refusedAsUsage(t, w, flag, commandLine(verb, given...)...)
			}
		}
	}
	if tried < 150 {
		t.Errorf("only %d flags take a value", tried)
	}
}

// TestAValueMayLookLikeAFlagBehindAnEqualsSign holds that what was meant stays possible, and
// that a number below zero is a value.
func TestAValueMayLookLikeAFlagBehindAnEqualsSign(t *testing.T) {
	w := clitest.New(t)
	w.Must("lane", "close", clitest.ContestedLane, "--reason=--force was wrong")
	w.Must("search", "--", "--force")
	if a := w.Run("board", "--limit", "-1"); a.Code != 2 || strings.Contains(a.Err, "is a flag") {
		t.Errorf("a negative number: %+v", a)
	}
	w.Must("policy", "check", "--command", "git commit -m ''")
	w.Must("policy", "check", "--", "git", "commit", "-m", "")
}

// TestNoArgumentIsEmpty gives every verb that takes an argument an empty one: a variable of a
// shell that is not set must not mean the working folder.
func TestNoArgumentIsEmpty(t *testing.T) {
	w := clitest.New(t)
	for verb, args := range good {
		i := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
		if i != 0 || verb == "claw help" {
			continue
		}
		line := commandLine(verb)
		line[len(strings.Fields(verb))-1] = ""
		refusedAsUsage(t, w, verb, line...)
	}
}
