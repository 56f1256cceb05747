// Package domain defines what can happen in the life of a coding agent's work: events in
// closed families, the envelope that carries them, typed identifiers, the one error type, and
// the next step after an error.
//
// It takes values and returns values. It does not read a clock, a file, the environment or
// the network, starts no goroutine and logs nothing. Beside the standard library it
// imports github.com/oklog/ulid/v2, and domain/jcs for canonical JSON.
//
// A reader starts at [Event], then [Kinds], then one family file (lane.go, session.go, …).
// Package domain/seal makes an event provable.
package domain
