// Package redact takes out of a canonical document what an audience may not see, as a policy says it.
//
// A [Policy] names fields by patterns, gives each a sensitivity class, and says what an audience below
// that class gets in its place: nothing, a summary, or a keyed hash. [Rewrite] goes through the text of
// a document and lets through what a rule names and the audience may see. What no rule names is
// withheld below operator_only, so that a field which is added later is withheld until somebody says
// what it is.
//
// Whoever reads a redacted text learns that something is withheld and by which rule, and nothing of its
// length, its order among others or its kind. It does not decide what an audience is interested in: that
// is of package view.
//
// A reader starts at policy.go.
package redact
