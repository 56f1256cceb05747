package calls

import "strings"

// CommandText is a command as people look for it: the text that a shell is given, else
// the words as a shell would take them.
func CommandText(argv []string) string {
	if n := len(argv); n == 3 && isShell(argv[0][strings.LastIndexByte(argv[0], '/')+1:]) && runsText(argv[1]) {
		return argv[2]
	}
	words := make([]string, len(argv))
	for i, w := range argv {
		words[i] = quoted(w)
	}
	return strings.Join(words, " ")
}

func isShell(program string) bool {
	switch program {
	case "sh", "bash", "zsh", "dash", "ksh":
		return true
	}
	return false
}

// runsText reports whether a flag makes a shell take its next argument for a program.
func runsText(flag string) bool {
	return strings.HasPrefix(flag, "-") && !strings.HasPrefix(flag, "--") && strings.HasSuffix(flag, "c")
}

// quoted is a word as a shell takes it.
func quoted(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
