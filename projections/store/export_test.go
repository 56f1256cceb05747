package store

// HashBadly makes keys share hashes until the returned function is called.
func HashBadly(hash func(key string) int64) (undo func()) {
	before := hashOf
	hashOf = hash
	return func() { hashOf = before }
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

// NarrowFew sets how many acts are found before they are sorted, until the returned
// function is called.
func NarrowFew(most int) (undo func()) {
	before := mostNarrowed
	mostNarrowed = most
	return func() { mostNarrowed = before }
}

// CompareStates compares a table of the read model with what a replay visits.
func (s *Store) CompareStates(table string, replay func(visit func(key string, state []byte) error) error) (found []Finding, err error) {
	err = compareStates(s, table, replay, func(f Finding) { found = append(found, f) })
	return found, err
}
