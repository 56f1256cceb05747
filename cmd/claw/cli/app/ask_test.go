package app_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

func TestAQuestionThatIsNotAnsweredEndsItsLine(t *testing.T) {
	for answer, want := range map[string]bool{"": false, "y": true, "yes\n": true, "n\n": false} {
		var says strings.Builder
		agreed, err := app.Agreed(&app.App{Program: &app.Program{In: strings.NewReader(answer), Err: &says}}, "Go on?")
		if err != nil || agreed != want || strings.HasSuffix(says.String(), "\n") == strings.HasSuffix(answer, "\n") {
			t.Errorf("%q: %t, %v, %q", answer, agreed, err, says.String())
		}
	}
}

func TestAQuestionIsWrappedAtWords(t *testing.T) {
	var says strings.Builder
	if _, err := app.Agreed(&app.App{Program: &app.Program{In: strings.NewReader("n\n"), Err: &says, Width: 30}}, "Write a policy to /home/dev/work/policy.toml?"); err != nil {
		t.Fatal(err)
	}
	if want := "Write a policy to\n  /home/dev/work/policy.toml?\n  [y/N] "; says.String() != want {
		t.Errorf("it asks %q, want %q", says.String(), want)
	}
}
