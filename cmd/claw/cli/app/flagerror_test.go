package app_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
)

// TestAValueThatAFlagDoesNotTakeIsNamed gives flags of each type a word.
func TestAValueThatAFlagDoesNotTakeIsNamed(t *testing.T) {
	for flag, want := range map[string]string{"int": "is not a whole number", "uint32": "is not a whole number from 0", "uint64": "is not a whole number from 0", "float64": "is not a number",
		"bool": "is not true or false", "duration": "is not a length of time, such as 90s or 5m", "int8": "is not a value of the type int8"} {
		cmd := &cobra.Command{Use: "verb"}
		f := cmd.Flags()
		f.Int("int", 0, "")
		f.Int8("int8", 0, "")
		f.Uint32("uint32", 0, "")
		f.Uint64("uint64", 0, "")
		f.Float64("float64", 0, "")
		f.Bool("bool", false, "")
		f.Duration("duration", 0, "")
		err := app.FlagError(cmd, cmd.ParseFlags([]string{"--" + flag + "=word"}))
		var typed *domain.Error
		if !errors.As(err, &typed) || typed.Kind != domain.ErrUsage || typed.Message != want || !strings.Contains(typed.Target, "--"+flag+" word") {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
