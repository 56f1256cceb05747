package policy

import "github.com/clawable/claw/policy/shell"

// maxReadings bounds the readings of one text, of which loops over several words make one each.
const maxReadings = 16

// closerParts are the parts of an action as they are read where a rule tells what is uncertain from what
// is not: variables have the values that the text gives them, or, where it gives none, those that their
// names promise; what only prints data stands for data. It only serves to tell what is uncertain from what
// is not: what is held back without it is decided by the rules that do not ask.
func closerParts(a *Action, all []part) []part {
	if a.Command == "" {
		return append(all, programParts(all)...)
	}
	var out []part
	for pick, more := 0, true; more; pick++ {
		if pick == maxReadings {
			return append(all, programParts(all)...)
		}
		s, left, ok := shell.ReadClosely(a.Command, a.standing(), pick)
		if !ok {
			return append(all, programParts(all)...)
		}
		out = append(append(out, partsOf(&s, a)...), writtenParts(s.Commands, a)...)
		more = left
	}
	return append(out, programParts(out)...)
}

// partsOf are the parts of a text that was read.
func partsOf(s *shell.Script, a *Action) (out []part) {
	for i := range s.Commands {
		out = append(out, part{Simple: &s.Commands[i], shown: show(s.Commands[i].Words), files: a.Paths})
	}
	if s.Unread || len(out) == 0 {
		out = append(out, part{Simple: &shell.Simple{Opaque: true}, shown: a.Command, unread: true, files: a.Paths})
	}
	return out
}
