//go:build race

package main_test

// raced are the flags that build a program as the race step of .ci/run builds these tests: with what it
// compiled already, and SQLite as it is.
var raced = []string{"-race", "-gcflags=modernc.org/...=-race=false"}
