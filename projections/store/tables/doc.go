// Package tables says what the file of a read model holds: its schema and format, the
// checkpoint that says of which log it is and how far it has come, the amendments that it knows,
// and how columns hold times, texts, hashes and facts.
//
// It folds no event and answers no question.
package tables
