// Package pinpointcmd is the verbs of claw pinpoint and claw nudge: file a gap, say how gaps stand to
// each other, rank them, hand them to lanes and follow what the lanes came to; record nudges, and
// answer them.
package pinpointcmd
