package nextstep_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain/nextstep"
)

func TestTheNearestNameIsTheOneThatWasMeant(t *testing.T) {
	verbs := []string{"lanes", "lane", "sessions", "usage", "tools"}
	for _, c := range []struct{ name, word, want string }{
		{"the word itself", "lanes", "lanes"},
		{"a letter is missing", "sesions", "sessions"},
		{"two letters have changed places", "uasge", "usage"},
		{"a letter too many", "toolss", "tools"},
		{"of two the nearer", "lan", "lane"},
		{"two letters of a short word have changed places", "lnae", "lane"},
		{"two letters too few of a short word", "tol", ""},
		{"another word", "approval", ""},
		{"three edits of a long word", "zesziozs", "sessions"},
		{"four edits are another word", "zezziynz", ""},
		{"nothing", "", ""},
		{"a long text", strings.Repeat("lanes", 1<<20), ""},
	} {
		if got := nextstep.Nearest(c.word, verbs); got != c.want {
			t.Errorf("%s: the nearest of %.20q is %q, want %q", c.name, c.word, got, c.want)
		}
	}
	if got := nextstep.Nearest("reason", []string{"json", "log", "branch"}); got != "" {
		t.Errorf("a word of which half differs: %q", got)
	}
	if got := nextstep.Nearest("lanes", nil); got != "" {
		t.Errorf("of no names: %q", got)
	}
}
