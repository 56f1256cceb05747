// Package expectcmd is the verb claw expect: which profile determines what the work of a lane has to
// show, and where it comes from. It decides no outcome.
package expectcmd
