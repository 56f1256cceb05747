// Package work tells what a lane did and what came of it, from what the ends of its calls show
// (docs/outcome.md, "Standing").
//
// [Of] reads the facts of one attempt: files written and removed, tests, commits, pushes, pull
// requests. [Work.Standing] is the document that shows them; [Work.Undertaken] tells which
// expectations the work itself sets, and whether they are met: who ran tests has to leave them
// green, who committed has to commit what was written, who pushed has to see the push arrive.
//
// The package is pure, reads no clock and orders nothing itself: the order of the facts is given.
package work
