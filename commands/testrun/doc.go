// Package testrun runs tests itself, and records what it observed.
//
//	command line ──▶ go test: its events    ──┐
//	                 JUnit XML, TAP         ──┼─▶ passed, failed, hung ──▶ once more, what failed ──▶ report
//	                 the runner's summary   ──┤   with names and counts     (a flake passes)
//	                 the exit status        ──┘
//
// [Request.Run] starts the command line in its own process group, passes its output on as it
// comes, and ends the group when the run, or one test of it, takes too long. [Recording.Record]
// appends the result as a fact of a lane: which tree was tested, which files are its tests, and
// whether the lane wrote those. Names of tests, output and stacks are in the events of a call,
// which can be erased.
//
// The package reads no flag, environment variable or clock: those come as parameters.
package testrun
