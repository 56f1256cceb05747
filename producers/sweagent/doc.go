// Package sweagent reads the runs of SWE-agent and mini-swe-agent: trajectories, one JSON
// document each, which are rewritten after each step.
//
// A trajectory names no session. The id of one derives from what comes first in it and is
// never rewritten: the first step, or the first three messages, which hold the model's
// first answer. Two lists of a trajectory repeat each other; the first one is read. There
// are no times except those of newer messages: events are in the order of the list. From
// the text of an answer the package derives only the action that the program itself takes
// from it.
package sweagent
