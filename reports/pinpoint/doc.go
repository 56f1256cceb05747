// Package pinpoint folds the events about pinpoints into items: each gap once, however many claws
// filed it, with its state, its rank, its evidence, its lineage and its hand-offs.
//
// [Fold] is a function of the set of facts: their order, repeats and the logs that they came
// through change nothing. What two filings have in common is decided by their similarity keys and
// by links, never by the words of their titles. The package reads no log and no clock.
package pinpoint
