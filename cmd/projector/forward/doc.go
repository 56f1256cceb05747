// Package forwardcmd is the verb projector forward. It reads flags and files and prints; what leaves and
// how is decided by consumers/forward.
package forwardcmd
