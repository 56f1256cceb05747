package tables

import (
	"iter"
	"slices"

	"github.com/clawable/claw/projections"
)

// ShipWord is what a ship says of a commit or a lane.
type ShipWord string

// The words.
const (
	ShipBrought  ShipWord = "brought"
	ShipDropped  ShipWord = "dropped"  // the ref held it no more
	ShipUnlogged ShipWord = "unlogged" // no recorded ship brought it
	ShipCarried  ShipWord = "carried"  // it was the head of what was shipped, as other commits
)

// WordKey is the key of what a ship says of a commit or a lane, whose names are of
// different lengths.
func WordKey(of string, word ShipWord, ship string) string {
	return of + " " + string(word) + " " + ship
}

// WriteShipWords writes what a ship says of commits and lanes.
func WriteShipWords(d *Access, ship string, s *projections.Ship) error {
	gone, err := d.Conn.Prepare("DELETE FROM ship_words WHERE ship = ?1")
	if err != nil {
		return err
	}
	gone.BindText(1, ship)
	if err := Step(gone); err != nil {
		return err
	}
	stmt, err := d.Conn.Prepare("INSERT OR REPLACE INTO ship_words VALUES (?1, ?2)")
	if err != nil {
		return err
	}
	for key := range shipWords(ship, s) {
		stmt.BindText(1, key)
		stmt.BindText(2, ship)
		if err := Step(stmt); err != nil {
			return err
		}
	}
	return nil
}

// shipWords yields the keys of what a ship says, some of them twice.
func shipWords(ship string, s *projections.Ship) iter.Seq[string] {
	return func(yield func(string) bool) {
		word := func(of string, word ShipWord) bool { return of == "" || yield(WordKey(of, word, ship)) }
		for i := range s.Provenance.Says.Commits {
			c := &s.Provenance.Says.Commits[i]
			if !word(string(c.Commit), ShipBrought) || !word(string(c.Lane), ShipBrought) {
				return
			}
		}
		if told := &s.Provenance.Says; told.HeadCommit != told.New && !word(string(told.HeadCommit), ShipCarried) {
			return
		}
		for _, lane := range slices.Concat(s.Pushed.Says.Lanes, s.Provenance.Says.Intent.Lanes) {
			if !word(string(lane), ShipBrought) {
				return
			}
		}
		for _, c := range s.Rewritten.Says.Dropped {
			if !word(string(c), ShipDropped) {
				return
			}
		}
		for _, c := range s.Unlogged.Says.Commits {
			if !word(string(c), ShipUnlogged) {
				return
			}
		}
	}
}
