// Package codexexec reads what `codex exec --json` prints for programs: JSON Lines that
// name the thread, and say how each turn of it ended.
//
// The thread is the rollout's session, "codex/THREAD". Nothing else of the two has a name
// in common: items are numbered anew in each run, where the rollout has ids of calls and
// responses, turns have no id, and tokens are counted since the thread's first run. So
// that nothing counts twice, calls, messages and tokens are left to the rollout. A turn is
// told with its end, which alone tells it from that of another run: of one that broke off
// there is nothing to name it by. The package never guesses, and no line has a time.
package codexexec
