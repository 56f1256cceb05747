package producers

// Agent is an entry of the table of agents whose recordings claw imports: how to
// find them, how to know them, how to read them. Each package of a format has one,
// so that the next agent is a package and a row.
type Agent struct {
	Title  string // for people
	Reader Reader
	// Folders lists where the agent keeps recordings, most specific first. home may be
	// "". nil says that there is no such place.
	Folders func(env func(string) string, home string) []string
}
