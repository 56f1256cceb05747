// Package redact removes from a canonical document what an audience may not see according to a policy.
//
// A [Policy] names fields by patterns, gives each a sensitivity class, and determines what an audience
// below that class gets in its place: nothing, a summary, or a keyed hash. [Rewrite] goes through the
// text of a document and lets through what a rule names and the audience may see. What no rule names is
// withheld below operator_only, so that a field which is added later is withheld until a rule names it.
//
// Readers of a redacted text learn that something is withheld and by which rule, and nothing about its
// length, its order among others or its kind. The package does not decide what an audience is interested
// in: package view does.
//
// A reader starts at policy.go.
package redact
