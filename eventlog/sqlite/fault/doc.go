// Package fault gives what goes wrong with a log in an SQLite file the form that callers switch
// on: a [domain.Error], marked with a sentinel of package eventlog.
//
// It looks at errors alone, and at no file.
package fault
