package cli

import (
	"errors"
	"slices"

	"github.com/clawable/claw/domain"
)

// choice is the value of a flag that takes one of a closed list; "" is as if it were not
// given. It implements pflag.Value.
type choice struct {
	to    *string
	known []string
}

func (c choice) String() string { return *c.to }

// Type is what help prints.
func (c choice) Type() string { return "string" }

// Set implements pflag.Value. What it refuses, [flagError] tells.
func (c choice) Set(value string) error {
	if !slices.Contains(c.known, value) {
		return errors.New("not in the list")
	}
	*c.to = value
	return nil
}

func (c choice) refuse(flag, value string) error {
	return usageError("parse arguments", flag+" "+value, "is not known", didYouMean(value, c.known)+"one of "+joinWords(c.known))
}

// didYouMean begins a hint with the nearest known word, if one is near.
func didYouMean(word string, known []string) string {
	if near := domain.Nearest(word, known); near != "" {
		return "did you mean " + near + "? "
	}
	return ""
}
