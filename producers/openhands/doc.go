// Package openhands reads runs of OpenHands' resolver and evaluations: JSON Lines, one
// line for each run, with a history of actions and observations.
//
// A run names no session: its id derives from its task and the first entries of its
// history. Older histories have neither ids nor times; newer ones have times without a
// zone. A line is written when its run is over and never again. The package does not
// record how a reviewer or a test rated a run.
package openhands
