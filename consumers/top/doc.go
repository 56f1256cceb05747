// Package top is the board on a terminal: the lanes of a log, live, and pages about each.
//
//	log ─▶ Source.Await ─▶ Source.Board ─▶ Model ─▶ lines of the screen
//	keys ────────────────────────────────▶ Model ─▶ Source.Text, Accept, Browse
//
// [Model] is a model of Bubble Tea: it changes by messages alone, so that tests send them. The content of a
// row, a page and an answer comes from the [Source], which gets it from the verbs of claw.
//
// The package opens no log, decides nothing, and renders no cell of the board.
package top
