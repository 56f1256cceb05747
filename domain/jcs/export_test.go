package jcs

// IsCanonical is the fast path of [Canonical].
var IsCanonical = isCanonical
