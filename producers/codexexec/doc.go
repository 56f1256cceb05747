// Package codexexec reads the output of `codex exec --json`: JSON Lines that name the
// thread and report how each of its turns ended.
//
// The thread is the rollout's session, "codex/THREAD". Nothing else in the two has a
// common name: items are numbered anew in each run, where the rollout has ids of calls and
// responses; turns have no id; and tokens are counted since the thread's first run. So
// that nothing counts twice, calls, messages and tokens are left to the rollout. A turn is
// recorded with its end, which alone distinguishes it from the turn of another run; a turn
// that broke off cannot be named and is not recorded. The package does not guess, and no
// line has a time.
package codexexec
