package cli

// ManDocument is what claw man prints under --json.
type ManDocument = manDocument

// Words is the answer of claw help words.
var Words = words

// Examples is the table of the lines that help shows.
var Examples = examples
