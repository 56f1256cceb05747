package app

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// CheckValues refuses flags and arguments without a value: an empty one is a shell variable that is
// not set, and a flag after a flag means that the value of the first was forgotten. args is the
// command line; words are the arguments of cmd, of which those after "--" belong to another
// program.
func CheckValues(cmd *cobra.Command, args, words []string) error {
	if cmd.DisableFlagParsing { // a shell completes a line that is not finished
		return nil
	}
	if name, next := takenFlag(cmd.Flags(), args); name != "" {
		return takenForValue(name, next)
	}
	var empty string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if isEmpty(f.Value) {
			empty = "--" + f.Name
		}
	})
	if empty != "" {
		return needsValue(empty)
	}
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		words = words[:dash]
	}
	if slices.Contains(words, "") {
		return UsageError("parse arguments", cmd.CommandPath(), "an argument is empty", "name it, or leave it out; see: "+cmd.CommandPath()+" --help")
	}
	return nil
}

func needsValue(flag string) error {
	return UsageError("parse arguments", flag, "needs a value", "give it one, or leave "+flag+" out")
}

func takenForValue(flag, next string) error {
	return UsageError("parse arguments", flag, "needs a value, and "+next+" is a flag", "if that is the value: "+flag+"="+next)
}

// isEmpty reports whether a value that was given, or one of several, is empty.
func isEmpty(v pflag.Value) bool {
	if several, ok := v.(pflag.SliceValue); ok {
		all := several.GetSlice()
		return len(all) == 0 || slices.Contains(all, "") // an empty list of words with commas has none
	}
	return v.String() == ""
}

// takenFlag finds a flag that took the next one as its value, and returns both as they were typed;
// a value after "=" is intended. name is "" for none.
func takenFlag(flags *pflag.FlagSet, args []string) (name, next string) {
	for i := 0; i+1 < len(args) && args[i] != "--"; i++ {
		f := flagNamed(flags, args[i])
		if f == nil || f.NoOptDefVal != "" {
			continue
		}
		if i++; looksLikeFlag(args[i]) {
			return args[i-1], args[i]
		}
	}
	return "", ""
}

// flagNamed is the flag that a word names without giving it a value, nil for another word.
func flagNamed(flags *pflag.FlagSet, word string) *pflag.Flag {
	switch name, long := strings.CutPrefix(word, "--"); {
	case long:
		return flags.Lookup(name)
	case len(word) == 2 && word[0] == '-':
		return flags.ShorthandLookup(word[1:])
	}
	return nil
}

// looksLikeFlag reports whether a word is a flag by its form. A number below zero is none.
func looksLikeFlag(word string) bool {
	name := strings.TrimPrefix(strings.TrimPrefix(word, "-"), "-")
	return len(name) < len(word) && name != "" && (name[0]|0x20) >= 'a' && (name[0]|0x20) <= 'z'
}
