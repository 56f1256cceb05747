// Package table holds what is known of a few keys. The compiler lays a table out: a map is made when
// the program starts, which every hook waits for.
package table

// Table is what is known of keys. It is short: [Table.Of] searches it from its begin.
type Table[K comparable, V any] []struct {
	Key K
	Is  V
}

// Of returns what is known of a key; known is false, and is the zero value, for another key.
func (t Table[K, V]) Of(key K) (is V, known bool) {
	for i := range t {
		if t[i].Key == key {
			return t[i].Is, true
		}
	}
	return is, false
}

// At is what is known of a key, the zero value for another one.
func (t Table[K, V]) At(key K) V {
	is, _ := t.Of(key)
	return is
}
