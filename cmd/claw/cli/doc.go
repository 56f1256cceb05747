// Package cli is the program claw as a value: tests start it with their own streams,
// environment and clock. It parses arguments, finds the log, calls the layers below and
// renders what they return, as text or as one JSON document.
//
// It decides nothing about events: facts and outcomes come from below. The verbs are in the
// packages below it, one family a package; [app.App.Verb] describes what a verb consists
// of.
package cli
