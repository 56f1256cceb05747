package query

// NarrowFew sets how many acts are found before they are sorted, until the returned
// function is called.
func NarrowFew(most int) (undo func()) {
	before := mostNarrowed
	mostNarrowed = most
	return func() { mostNarrowed = before }
}
