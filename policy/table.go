package policy

// table is what is known of names. It is short, so that it is searched from its begin, and
// the compiler lays it out: a map is made when the program starts, which every hook waits for.
type table[T any] []struct {
	name string
	is   T
}

// of returns what is known of a name.
func (t table[T]) of(name string) (is T, known bool) {
	for i := range t {
		if t[i].name == name {
			return t[i].is, true
		}
	}
	return is, false
}
