package producers

import "strings"

// ClawSays begins the reasons that claw's own hook gives. Agents pass the reason of a
// hook that denies a call to their model unchanged, and store it unchanged.
const ClawSays = "claw: "

// DeniedByClaw reports whether words are those with which claw's hook held a call back.
func DeniedByClaw(words string) bool {
	return strings.HasPrefix(words, ClawSays) && strings.Contains(words, " policy")
}
