package policy

import "strings"

// options is what is known of the options that stand before a program's own words.
type options struct {
	valued string   // letters that take a value: the rest of their word, else the next word
	joined string   // letters that take the rest of their word, if there is one
	flags  string   // letters that take nothing
	long   []string // names that take a value
	bare   []string // names that take nothing, or only what stands behind "="
}

// takes says whether an option has its value in the next word.
type takes int

const (
	takesNothing takes = iota
	takesNext
	takesPerhaps // an option that nobody here knows
)

// takes reads a word that begins with "-".
func (o *options) takes(text string) takes {
	if o == nil {
		o = &options{}
	}
	if name, long := strings.CutPrefix(text, "--"); long {
		return o.longTakes(name)
	}
	for i, letter := range text[1:] {
		switch {
		case strings.ContainsRune(o.valued, letter):
			if i+2 == len(text) {
				return takesNext
			}
			return takesNothing
		case strings.ContainsRune(o.joined, letter):
			return takesNothing
		case !strings.ContainsRune(o.flags, letter):
			return takesPerhaps
		}
	}
	return takesNothing
}

func (o *options) longTakes(name string) takes {
	if strings.Contains(name, "=") {
		return takesNothing
	}
	for _, l := range o.long {
		if l == name {
			return takesNext
		}
	}
	for _, l := range o.bare {
		if l == name {
			return takesNothing
		}
	}
	return takesPerhaps // unknown, or a name cut short
}

// optionNames are options, by the letters of short ones and the names of long ones.
type optionNames struct {
	letters string
	names   []string
}

// texts returns what the options are given among words, with words that may follow.
func (o *optionNames) texts(words []word) (all []word) {
	for _, text := range o.values(words) {
		all = append(all, continued(text))
	}
	return all
}

// values returns what the options are given among words.
func (o *optionNames) values(words []word) (all []word) {
	if o.letters == "" && o.names == nil {
		return nil
	}
	for i, w := range words {
		next := word{}
		if i+1 < len(words) {
			next = words[i+1]
		}
		if text, given := optionValue(w, next, o.letters, o.names...); given {
			all = append(all, text)
		}
	}
	return all
}

// folders returns what the options are given among words. A letter counts at the begin or the end of its word.
func (o *optionNames) folders(words []word) (all []word) {
	for i, w := range words {
		next := word{}
		if i+1 < len(words) {
			next = words[i+1]
		}
		value, given := optionValue(w, next, o.letters, o.names...)
		at := strings.IndexAny(w.text, o.letters)
		if given && (strings.HasPrefix(w.text, "--") || at == 1 || at == len(w.text)-1) {
			all = append(all, value)
		}
	}
	return all
}

// optionValue returns what a word gives to one of the letters or, also cut short, to one of the
// names; next is the word behind it.
func optionValue(w, next word, letters string, names ...string) (value word, given bool) {
	if !strings.HasPrefix(w.text, "-") || len(w.text) < 2 {
		return word{}, false
	}
	if name, long := strings.CutPrefix(w.text, "--"); long {
		name, text, joined := strings.Cut(name, "=")
		for _, n := range names {
			switch {
			case name == "" || !strings.HasPrefix(n, name):
			case joined:
				return word{text: text, known: w.known, path: text}, true
			default:
				return next, true
			}
		}
		return word{}, false
	}
	i := strings.IndexAny(w.text[1:], letters)
	switch {
	case i < 0:
		return word{}, false
	case i+2 < len(w.text):
		return word{text: w.text[i+2:], known: w.known, path: w.text[i+2:]}, true
	}
	return next, true
}
