package writer

// HashBadly makes keys share hashes until the returned function is called.
func HashBadly(worse func(key string) int64) (undo func()) {
	before := hash
	hash = worse
	return func() { hash = before }
}

// HoldFewFacts sets after how many bytes facts are written, and how many bytes of
// them a rebuild keeps for deriving lanes, until the returned function is called.
func HoldFewFacts(written, kept int) (undo func()) {
	w, k := packBytes, mostPacked
	packBytes, mostPacked = written, kept
	return func() { packBytes, mostPacked = w, k }
}

// HoldFewItems sets how many entities of each sort are held in memory, until the
// returned function is called.
func HoldFewItems(most int) (undo func()) {
	sessions, items := mostSessions, mostItems
	mostSessions, mostItems = most, most
	return func() { mostSessions, mostItems = sessions, items }
}
