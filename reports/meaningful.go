package reports

import (
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
)

// Meaningful refers to a version of a report, with its pinpoints and its delta; false for one that said
// nothing new. A version that was compared with nothing, or whose document is not here, counts.
func (v *Version) Meaningful(report string) (domain.LastMeaningful, bool) {
	m := domain.LastMeaningful{Report: report, ContentHash: v.Hash, Pinpoints: v.Named()}
	d, err := v.Proven(report)
	if err != nil || d.Delta.Unknown != "" || d.Delta.Against.IsZero() {
		return m, true
	}
	m.Against = d.Delta.Against
	for _, section := range slices.Sorted(maps.Keys(d.Delta.Fields)) {
		items := slices.Collect(maps.Values(d.Delta.Items[section]))
		state := d.Delta.Fields[section].State
		if state.news() && len(items) == 0 || slices.ContainsFunc(items, func(i ItemDelta) bool { return i.State.news() }) {
			m.Changed = append(m.Changed, section)
		}
	}
	return m, len(m.Changed) > 0
}

// news reports whether a field has another value than before.
func (s FieldState) news() bool { return s == FieldChanged || s == FieldCleared }
