package eventlog

// IsCanonical is whether a document is taken for canonical at one look.
var IsCanonical = isCanonical
