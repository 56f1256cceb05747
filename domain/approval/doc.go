// Package approval folds the stream of one approval request, in revision order, into its
// present state: which grants count, which uses are spent, and how many are left. One set
// of rules judges a grant and a use, both for a command before it appends and for the fold
// of events that were written into the log by hand.
//
// It does not read a clock, does not verify signatures itself ([Verifier] does) and does
// not append. What does not count is shown as void, with its reason.
package approval
