package projections

// Members shows the walk over a payload to the tests: raw values by name.
func Members(data []byte) (map[string]string, error) {
	out := map[string]string{}
	d := membersOf(data)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		out[string(name)] = string(v)
	}
	return out, d.err()
}
