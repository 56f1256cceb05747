package app

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/domain/nextstep"
)

// FlagError is the error of a flag that is unknown, with the nearest known one as its hint, or of a
// value that cannot be parsed.
func FlagError(cmd *cobra.Command, err error) error {
	see := "see: " + cmd.CommandPath() + " --help"
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			return UsageError("parse arguments", cmd.CommandPath()+" -"+name, "unknown flag", see)
		}
		if near := nearestFlag(cmd, name); near != "" {
			see = "did you mean: --" + near
		}
		return UsageError("parse arguments", cmd.CommandPath()+" --"+name, "unknown flag", see)
	case errors.As(err, &bare):
		return UsageError("parse arguments", cmd.CommandPath()+" --"+bare.GetFlag().Name, "needs a value", see)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		switch value := invalid.GetValue(); {
		case value == "":
			return needsValue("--" + f.Name)
		case looksLikeFlag(value):
			return UsageError("parse arguments", "--"+f.Name, "needs a value, and "+value+" is a flag", see)
		}
		if c, ok := f.Value.(Choice); ok {
			return c.refuse("--"+f.Name, invalid.GetValue())
		}
		return UsageError("parse arguments", cmd.CommandPath()+" --"+f.Name+" "+invalid.GetValue(), "is not "+valueName(f.Value.Type()), see)
	}
	return UsageError("parse arguments", cmd.CommandPath(), err.Error(), see)
}

// valueName describes the values of a flag type, for the types whose parsing can fail.
func valueName(of string) string {
	switch of {
	case "int":
		return "a whole number"
	case "uint32", "uint64":
		return "a whole number from 0"
	case "float64":
		return "a number"
	case "bool":
		return "true or false"
	case "duration":
		return "a length of time, such as 90s or 5m"
	}
	return "a value of the type " + of
}

// nearestFlag returns the flag of cmd that differs least from name, "" if none is near.
func nearestFlag(cmd *cobra.Command, name string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return nextstep.Nearest(name, names)
}
