package cli

// ManDocument is what claw man prints under --json.
type ManDocument = manDocument

// Examples is the table of the lines that help shows.
var Examples = examples
