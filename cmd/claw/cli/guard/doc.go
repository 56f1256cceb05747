// Package guard holds the verbs that agents and git run at their events, claw hook and claw ship
// hook, and the policies of a run for other verbs.
//
// It decides nothing: commands/guard does.
package guard
