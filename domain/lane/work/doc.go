// Package work determines what a lane did and the result, from what the ends of its calls show
// (docs/outcome.md, "Standing").
//
// [Of] reads the facts of one attempt: files written and removed, tests, commits, pushes, pull
// requests. [Work.Standing] is the document that shows them; [Work.Undertaken] returns which
// expectations the work itself sets, and whether they are met: a lane that ran tests has to leave
// them green, one that committed has to commit what was written, one that pushed has to see the
// push arrive.
//
// The package is pure, reads no clock and orders nothing itself: the order of the facts is given.
package work
