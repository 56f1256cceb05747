// Package guard holds the verbs that agents and git run at their events: claw hook and claw ship hook.
package guard
