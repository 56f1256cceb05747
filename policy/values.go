package policy

import (
	"path"
	"slices"
	"strings"
)

// text reads a text, "" when the key is absent.
func (r *reader) text(in map[string]any, key string) string {
	value, there := in[key]
	if !there {
		return ""
	}
	text, ok := value.(string)
	if !ok || text == "" || strings.ContainsRune(text, 0) {
		r.problem(key, "must be a text")
	}
	return text
}

// truth reads true or false, nil when the key is absent.
func (r *reader) truth(in map[string]any, key string) *bool {
	value, there := in[key]
	if !there {
		return nil
	}
	truth, ok := value.(bool)
	if !ok {
		r.problem(key, "must be true or false")
	}
	return &truth
}

// texts reads a text or a list of texts. An empty list is refused: it would be read as
// "none" by one and as "any" by another.
func (r *reader) texts(in map[string]any, key string) []string {
	value, there := in[key]
	if !there {
		return nil
	}
	if text, ok := value.(string); ok {
		value = []any{text}
	}
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		r.problem(key, "must be a text or a list of texts")
		return nil
	}
	var out []string
	for _, item := range list {
		text, ok := item.(string)
		if !ok || text == "" || strings.ContainsRune(text, 0) {
			r.problem(key, "must hold texts")
			return nil
		}
		out = append(out, text)
	}
	return out
}

// globs reads patterns over slash-separated names.
func (r *reader) globs(in map[string]any, key string) []string {
	list := r.texts(in, key)
	for _, g := range list {
		for _, p := range strings.Split(g, "/") {
			if _, err := path.Match(p, ""); err != nil {
				r.problem(key, "has the bad pattern "+g)
			}
		}
	}
	return list
}

func (r *reader) env(in map[string]any) map[string][]string {
	value, there := in["env"]
	if !there {
		return nil
	}
	table, ok := value.(map[string]any)
	if !ok || len(table) == 0 {
		r.problem("env", "must be a table of variables and patterns")
		return nil
	}
	out := map[string][]string{}
	for name := range table {
		key := "env." + name
		out[name] = r.texts(map[string]any{key: table[name]}, key)
	}
	return out
}

// argv reads the patterns of commands; at most one of the four keys may be present.
func (r *reader) argv(in map[string]any) []pattern {
	var out []pattern
	var keys []string
	take := func(key string, p pattern, err error) {
		if err != nil {
			r.problem(key, "cannot be read: "+err.Error())
			return
		}
		out = append(out, p)
	}
	for _, key := range []string{"argv_exact", "argv_glob", "argv_shorthand", "command"} {
		if _, there := in[key]; !there {
			continue
		}
		keys = append(keys, key)
		switch key {
		case "argv_exact":
			for _, words := range r.commands(in, key) {
				take(key, exactPattern(words), nil)
			}
		case "argv_glob":
			for _, words := range r.commands(in, key) {
				p, err := globPattern(words)
				take(key, p, err)
			}
		case "argv_shorthand":
			for _, text := range r.texts(in, key) {
				p, err := shorthandPattern(text)
				take(key, p, err)
			}
		case "command":
			for _, text := range r.texts(in, key) {
				take(key, textPattern(text), nil)
			}
		}
	}
	if len(keys) > 1 {
		r.problem(keys[1], "stands beside "+keys[0]+": one of them")
	}
	return out
}

// commands reads a list of words, or a list of such lists.
func (r *reader) commands(in map[string]any, key string) [][]string {
	list, ok := in[key].([]any)
	if ok && len(list) > 0 && slices.ContainsFunc(list, func(item any) bool { _, inner := item.([]any); return inner }) {
		var out [][]string
		for _, item := range list {
			out = append(out, r.texts(map[string]any{key: item}, key))
		}
		return out
	}
	if _, text := in[key].(string); text {
		r.problem(key, "must be a list of words")
		return nil
	}
	words := r.texts(in, key)
	if words == nil {
		return nil
	}
	return [][]string{words}
}
