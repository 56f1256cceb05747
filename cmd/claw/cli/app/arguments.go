package app

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
)

// NoArgs refuses any argument.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.HasSubCommands() {
		return UnknownVerb(cmd, args[0])
	}
	return UsageError("parse arguments", cmd.CommandPath()+" "+args[0], "takes no argument", "see: "+cmd.CommandPath()+" --help")
}

// Exactly takes n arguments; names are those of the usage line.
func Exactly(n int, names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		message := "needs " + names
		if len(args) > n {
			message = "takes only " + names
		}
		return UsageError("parse arguments", cmd.CommandPath(), message, "usage: "+cmd.CommandPath()+" "+names)
	}
}

// UnknownVerb is the error of a verb that does not exist, with the nearest verbs as its hint.
func UnknownVerb(cmd *cobra.Command, typed string) error {
	hint := "see: " + cmd.CommandPath() + " --help"
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(typed); len(near) > 0 {
		hint = "did you mean: " + cmd.CommandPath() + " " + strings.Join(near, ", ")
	}
	return UsageError("parse arguments", cmd.CommandPath()+" "+typed, "unknown verb", hint)
}

// UsageError is the error about something that a person typed.
func UsageError(operation, target, message, hint string) error {
	return &domain.Error{Kind: domain.ErrUsage, Operation: operation, Target: target, Message: message, Hint: hint}
}

// SomeArgs takes at least one argument.
func SomeArgs(names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if strings.TrimSpace(strings.Join(args, "")) != "" {
			return nil
		}
		return UsageError("parse arguments", cmd.CommandPath(), "needs "+names, "usage: "+cmd.CommandPath()+" "+names)
	}
}

// Between takes from least to most arguments.
func Between(least, most int, names string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		return UsageError("parse arguments", cmd.CommandPath(), "needs "+names, "usage: "+cmd.CommandPath()+" "+names)
	}
}

// AfterDash takes the command line of another program, after "--".
func AfterDash(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || cmd.ArgsLenAtDash() == 0 {
		return nil
	}
	return UsageError("parse arguments", cmd.CommandPath()+" "+args[0], "takes a command line behind --",
		"usage: "+cmd.CommandPath()+" -- "+strings.Join(args, " "))
}

// AtMostOne takes one file or none.
func AtMostOne(cmd *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return UsageError("parse arguments", cmd.CommandPath()+" "+args[1], "takes one file at the most", "- is standard input")
}
