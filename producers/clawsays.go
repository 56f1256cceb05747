package producers

import "strings"

// ClawSays begins the reasons that claw's own hook gives. Agents hand the reason of a
// hook that says no to their model as it is, and keep it so.
const ClawSays = "claw: "

// DeniedByClaw reports whether words are those with which claw's hook held a call back.
func DeniedByClaw(words string) bool {
	return strings.HasPrefix(words, ClawSays) && strings.Contains(words, " policy")
}
