// Package lanetest holds the situations of the outcome rule, what each must yield, and a
// generator of random sets of events. Its tests run the situations and the laws of the rule;
// the tests of domain/lane and domain/lane/fact draw on both. It is for tests only.
//
// A situation is a [Scenario]: events in a script, a line each, and the words that the outcome
// must say. [Scenarios] returns all of them, [Drawn] a random set.
package lanetest
