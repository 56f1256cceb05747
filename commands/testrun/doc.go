// Package testrun runs tests under claw's own eyes, and records what it saw of them.
//
//	command line ──▶ go test: its events    ──┐
//	                 JUnit XML, TAP         ──┼─▶ passed, failed, hung ──▶ once more, what failed ──▶ report
//	                 the runner's summary   ──┤   with names and counts     (a flake passes)
//	                 the exit status        ──┘
//
// [Request.Run] starts the command line in a process group of its own, passes its output on as it
// comes, and ends the group when the run, or one test of it, takes too long. [Recording.Record]
// appends the result as a fact of a lane: which tree was tested, which files are its tests, and
// whether the lane wrote those. Names of tests, output and stacks stand in the events of a call,
// which can be erased.
//
// The package reads no flag, environment variable or clock: those come as parameters.
package testrun
