package scrub

import "slices"

// FindWords lists, for the tests, every occurrence of words in text as {word, end}.
func FindWords(words []string, text string) [][2]int {
	k := layKeywords(words)
	found := [][2]int{}
	var state uint32
	var ends []int
	for end := 0; ; {
		if ends, end, state = k.find([]byte(text), end, state); ends == nil {
			return found
		}
		for _, w := range ends {
			found = append(found, [2]int{w, end})
		}
	}
}

// RuleFaults compiles every rule and says what is wrong with the rule file.
func RuleFaults() []string {
	var faults []string
	for i := range embedded.Get().rules {
		r := &embedded.Get().rules[i]
		if r.Style != styleNamed && r.Style != styleUser {
			r.compile()
		}
		for what, wrong := range map[string]bool{
			"has no id, family, description or keyword": r.ID == "" || r.Family == "" || r.What == "" || len(r.Keywords) == 0 && r.Form == "",
			"is neither a token nor an assignment":      (r.Regex == "") == (r.Name == "" && r.Style != styleNamed && r.Style != styleUser),
			"has a name without a value or style":       (r.Name == "") != (r.Value == "") || (r.Name == "") != (r.Style == "" || r.Style == styleNamed || r.Style == styleUser),
			"looks back without regard to letter case":  r.Back > 0 && r.Fold,
			"has an unknown edge":                       r.Edge != "" && r.Edge != "dash" && r.Edge != "right" && r.Edge != "none",
		} {
			if wrong {
				faults = append(faults, r.ID+" "+what)
			}
		}
		faults = append(faults, r.unknownWords()...)
	}
	return faults
}

func (r *rule) unknownWords() []string {
	var faults []string
	for _, check := range r.Checks {
		if !slices.Contains([]string{"literal", "mixed", "basic", "machine", "human", "random", "cookie", "wrapped", "numbered"}, check) {
			faults = append(faults, r.ID+" has the unknown check "+check)
		}
	}
	for _, word := range r.Keywords {
		for _, b := range []byte(word) {
			if b <= ' ' && b != ' ' || b >= 0x7f || b == '"' || b == '\\' {
				faults = append(faults, r.ID+" has a keyword that JSON escapes: "+word)
			}
		}
	}
	if r.Style != "" && r.Style != "quoted" && r.Style != "env" && r.Style != "any" && r.Style != styleNamed && r.Style != styleUser {
		faults = append(faults, r.ID+" has the unknown style "+r.Style)
	}
	return faults
}

// NextCall says where the call of a program ends, see nextCall.
func NextCall(keyword, text string) int { return nextCall([]byte(text), keyword) }
