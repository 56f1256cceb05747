package shell

// Table is what is known of names. It is short, so that it is searched from its begin, and
// the compiler lays it out: a map is made when the program starts, which every hook waits for.
type Table[T any] []struct {
	Name string
	Is   T
}

// Of returns what is known of a name.
func (t Table[T]) Of(name string) (is T, known bool) {
	for i := range t {
		if t[i].Name == name {
			return t[i].Is, true
		}
	}
	return is, false
}
