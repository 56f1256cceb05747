// Package evidence judges the claims of a finish: whether events show what the finish needs
// (rule 6 of docs/outcome.md).
//
// A [Lane] holds the facts of one lane with their order and attempts. [Lane.Expectations]
// returns what a finish needs, [Lane.Examine] what the evidence shows of one claim. The package
// decides no outcome; domain/lane looks the findings up in its table.
package evidence
