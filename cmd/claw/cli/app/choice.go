package app

import (
	"errors"
	"slices"

	"github.com/clawable/claw/domain/nextstep"
)

// Choice is the value of a flag that takes one of a closed list; "" is a flag that was not given.
// It implements pflag.Value.
type Choice struct {
	to    *string
	Known []string
}

// NewChoice makes a flag value that stores one of known in to.
func NewChoice(to *string, known []string) Choice { return Choice{to, known} }

func (c Choice) String() string { return *c.to }

// Type implements pflag.Value.
func (c Choice) Type() string { return "string" }

// Set implements pflag.Value. [FlagError] renders its error.
func (c Choice) Set(value string) error {
	if !slices.Contains(c.Known, value) {
		return errors.New("not in the list")
	}
	*c.to = value
	return nil
}

func (c Choice) refuse(flag, value string) error {
	return UsageError("parse arguments", flag+" "+value, "is not known", DidYouMean(value, c.Known)+"one of "+JoinWords(c.Known))
}

// DidYouMean begins a hint with the nearest known word, if one is near.
func DidYouMean(word string, known []string) string {
	if near := nextstep.Nearest(word, known); near != "" {
		return "did you mean " + near + "? "
	}
	return ""
}
