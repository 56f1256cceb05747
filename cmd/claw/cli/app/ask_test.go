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
