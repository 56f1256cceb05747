// Package accounts is the one rule that decides which recordings of a session count. The
// outcome of a lane, the list of sessions and the list of errors all use it.
//
// Several sources may record one session: hooks, a transcript, the output of a program.
// They share no event, and do not always name a turn alike.
//
//   - An account is what the emitters say that share the name of a turn, directly or
//     through others.
//   - Where a trusted source reports, an untrusted one is ignored.
//   - Accounts of one session report the same turns. An account is superseded by one that
//     reports as many turns, of each kind of end as often, and as many turns taken back.
//     Of two that report exactly as much, the one of the higher trust counts, live before
//     recorded; then the one that knows better which turn was the last. Where both know
//     that alike and it ended differently, both count; else the one that knows more times
//     counts.
//   - Where neither of two accounts reports everything that the other reports, both count,
//     so that an end that only one of them saw is not lost.
//   - A turn of a superseded account counts where the others cannot have reported it: when
//     it began, by the clock, more than [Skew] after everything that they report; and when
//     a live account of the highest trust leaves it open and no other such account leaves
//     one open.
//   - A turn that several emitters end differently ended as those of the highest trust
//     say, live before recorded; of these it failed when one says so, else it was
//     interrupted.
//
// The result is a function of the set of statements: their order and repetition change
// nothing. The package reads no clock and uses no lane, no attempt and no payload.
package accounts
