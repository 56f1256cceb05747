// Package commands is what may be asked of a log: recording facts, importing
// recordings, copying events, and the decisions of an operator. A fact is
// scrubbed, given its trust and appended; a decision is loaded, folded, decided
// and appended at the revision read, and decided again when others appended meanwhile.
//
// It reads no flag, environment or clock: those come as parameters.
package commands
