package cli

// ManDocument is what claw man prints under --json.
type ManDocument = manDocument
