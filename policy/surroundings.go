package policy

import (
	"maps"
	"slices"
)

// EnvNames lists the variables whose value a rule of the layers uses, sorted: the
// caller need provide no others.
func EnvNames(layers []Layer) []string {
	names := map[string]bool{}
	for _, l := range layers {
		if l.Policy == nil {
			continue
		}
		for i := range l.Policy.Rules {
			for name := range l.Policy.Rules[i].When.Env {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
