package opencode

// WithIDs is withIDs.
var WithIDs = withIDs
