package registry

// History is the fields of one schema in each release, the oldest first, and in this program.
type History struct {
	releases []string
	fields   []map[string]*Field // nil where the release has no such schema
}

// HistoryOf reads the history of a version of a schema.
//
// Errors: a text is no JSON Schema.
func HistoryOf(name string, version int) (*History, error) {
	h := &History{}
	for _, release := range Releases() {
		c, err := Read(release)
		if err != nil {
			return nil, err
		}
		var fields map[string]*Field
		if s := c.Find(name, version); s != nil {
			if fields, err = fieldsOf(s); err != nil {
				return nil, err
			}
		}
		h.releases, h.fields = append(h.releases, release), append(h.fields, fields)
	}
	return h, nil
}

// Since is the first release that has a field, or [Current].
func (h *History) Since(path string) string {
	return h.firstWhere(path, func(*Field) bool { return true })
}

// Deprecated is the first release that calls a field deprecated, or [Current].
func (h *History) Deprecated(path string) string {
	return h.firstWhere(path, func(f *Field) bool { return f.Deprecated })
}

func (h *History) firstWhere(path string, is func(*Field) bool) string {
	for i, release := range h.releases {
		if f := h.fields[i][path]; f != nil && is(f) {
			return release
		}
	}
	return Current
}
