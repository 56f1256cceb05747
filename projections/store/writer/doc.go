// Package writer folds a log into the tables of a read model: from the beginning into a new
// file or into memory, or from a checkpoint on, in one transaction.
//
// A rebuild reads ahead, writes rows and derives lanes in goroutines, which end before the call
// that started them returns. The package chooses no file, takes no lock and answers no question.
package writer
