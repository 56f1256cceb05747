// Package explain names for each derived field of a lane or of a session the rule and the
// events that decided it.
//
// It derives what [query] answers once more and decides nothing by itself. It writes nothing.
package explain
