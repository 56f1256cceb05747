// Package sweagent reads what SWE-agent and mini-swe-agent keep of their runs: a
// trajectory, one JSON document that is written anew after each step.
//
// A trajectory names no session. The id of one is made of what stands first in it and
// is never written again: the first step, or the first three messages, which hold the
// model's first answer. Of the two lists that repeat each other in a trajectory the
// first one is told. There are no times but those of newer messages: events are in the
// order of the list. The package concludes nothing from the text of an answer but the
// action that the program itself takes from it.
package sweagent
