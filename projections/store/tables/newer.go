package tables

import (
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// IsNewer reports whether a program wrote a format that holds more than this one: a later
// version of the tables or of a fold, or a fold that this one has not. Versions only rise,
// so that of two programs of one line the later one is newer and never older as well. What
// is no format is not newer: it is damage.
//
// Programs of other versions read the row format of the table meta: it stays where it is.
func IsNewer(found string) bool {
	words := strings.Fields(found)
	if len(words) == 0 {
		return false
	}
	tables, err := strconv.Atoi(words[0])
	if err != nil {
		return false
	}
	known := map[string]int{}
	for _, v := range Versions() {
		known[v.Name] = v.Version
	}
	newer := tables > format
	for _, word := range words[1:] {
		name, text, _ := strings.Cut(word, "=")
		version, err := strconv.Atoi(text)
		if err != nil {
			return false
		}
		newer = newer || version > known[name]
	}
	return newer
}

// RefuseNewer refuses a file of a newer program, which stays as it is: to build it anew here
// would have that program build it anew there, in turns.
func RefuseNewer(what, path, found, own string) error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: "open the " + what, Target: path,
		Message: "a newer claw made this " + what + ": it is left as it is",
		Detail:  map[string]any{"format": found, "supported": own},
		Next:    domain.Step{Code: nextstep.UpdateOrCopyLog}}
}
