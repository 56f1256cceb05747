// Package table maps a few keys to values. The compiler lays a table out; a map would be built when
// the program starts, and every hook would wait for that.
package table

// Table maps keys to values. It is meant to be short: [Table.Of] searches it from the start.
type Table[K comparable, V any] []struct {
	Key K
	Is  V
}

// Of returns the value of a key. For a key that is not in the table, known is false and is is the
// zero value.
func (t Table[K, V]) Of(key K) (is V, known bool) {
	for i := range t {
		if t[i].Key == key {
			return t[i].Is, true
		}
	}
	return is, false
}

// At returns the value of a key, or the zero value for a key that is not in the table.
func (t Table[K, V]) At(key K) V {
	is, _ := t.Of(key)
	return is
}
