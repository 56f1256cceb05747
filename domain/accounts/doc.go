// Package accounts is the one rule that says which recordings of a session count. The
// outcome of a lane, the list of sessions and the list of errors all take it from here.
//
// Several sources may record one session: hooks, a transcript, what a program printed.
// They share no event, and do not always name a turn alike.
//
//   - An account is what the emitters say that share the name of a turn, directly or
//     through others.
//   - Where somebody trusted speaks, who is not trusted is not heard.
//   - Accounts of one session tell of the same turns. An account is superseded by one that
//     tells of as many turns, of each kind of end as often, and of as many turns taken
//     back. Of two that tell of exactly as much, the one of the higher trust counts, live
//     before recorded; then the one that knows better which turn was the last. Where both
//     know that alike and it ended otherwise, both count; else the one that knows more
//     times counts.
//   - Where neither of two accounts tells all that the other tells, both count: an end that
//     one alone saw is not lost.
//   - A turn of a superseded account counts where the others cannot have told of it: when
//     it began, by the clock, more than [Skew] after all that they tell of; and when a live
//     account of the highest trust leaves it open and no other such account leaves one open.
//   - A turn that several emitters end otherwise ended as those of the highest trust say,
//     live before recorded; of these it failed when one says so, else it was interrupted.
//
// The answer is a function of the set of words: their order and repetition change nothing.
// The package reads no clock and knows no lane, no attempt and no payload.
package accounts
