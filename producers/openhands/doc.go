// Package openhands reads the runs that OpenHands writes of its resolver and of
// evaluations: JSON Lines, a line a run, with a history of actions and observations.
//
// A run names no session: its id is made of its task and of the first entries of its
// history. Older histories have neither ids nor times, newer ones times without a zone.
// A line is written when its run is over and never again. What a run is worth in the
// eyes of a reviewer or a test is not told.
package openhands
