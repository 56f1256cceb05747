// Package approval folds the stream of one approval request, in revision order, into
// what holds: which grants count, which uses are spent, what is left. It judges a
// grant and a use by one set of rules, whether a command asks before it appends or the
// fold meets what somebody wrote into the log by hand.
//
// It never reads a clock, never verifies a signature itself ([Verifier] does) and never
// appends: what does not count is shown as void, with its reason.
package approval
