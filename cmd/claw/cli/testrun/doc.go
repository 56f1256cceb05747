// Package testcmd holds the verb claw test: it finds the lane and the worktree, runs the tests and
// records the result.
//
// What a result is, commands/testrun decides.
package testcmd
