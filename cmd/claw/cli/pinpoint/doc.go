// Package pinpointcmd is the verbs of claw pinpoint and claw nudge: file a gap, relate gaps to each
// other, rank them, hand them to lanes and follow the outcomes of the lanes; record nudges, and
// answer them.
package pinpointcmd
