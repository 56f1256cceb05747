// Package keys holds the keys of claw top: which there are, where each works, and what it does. The program
// dispatches by this table, and its help, claw help top and docs/top.md print it.
//
// It reads no terminal.
package keys

import "slices"

// Action is what a key does.
type Action uint8

// The actions.
const (
	None Action = iota
	Up
	Down
	PageUp
	PageDown
	First
	Last
	Open
	Filter
	Needs
	Failed
	Accept
	Grant
	Explain
	Story
	Errors
	Browse
	Copy
	Help
	Back
	Quit
	Suspend
)

// Screen is where a key works.
type Screen uint8

// The screens, which are bits: a key can work on several.
const (
	Board      Screen = 1 << iota // the list of lanes
	Page                          // a text about one lane, and the help
	Everywhere = Board | Page
)

// Key is a row of the table.
type Key struct {
	Action Action
	Shown  string   // for people
	Names  []string // as terminals report them
	On     Screen
	Says   string
	Short  string // for the last line of the screen; "": only in the help
}

// Table is every key, in the order of the help.
var Table = []Key{
	{Down, "j, Down", []string{"j", "down"}, Everywhere, "the next lane; one line down on a page", ""},
	{Up, "k, Up", []string{"k", "up"}, Everywhere, "the lane before; one line up on a page", ""},
	{PageDown, "Space, PgDn", []string{"space", "pgdown", "ctrl+f"}, Everywhere, "a screen down", ""},
	{PageUp, "PgUp", []string{"pgup", "ctrl+b"}, Everywhere, "a screen up", ""},
	{First, "Home", []string{"home"}, Everywhere, "the first line", ""},
	{Last, "G, End", []string{"G", "end"}, Everywhere, "the last line", ""},
	{Open, "Enter", []string{"enter", "right"}, Board, "open the lane: how it stands, and what happened in it", "open"},
	{Back, "Esc, Left", []string{"esc", "left", "backspace"}, Page, "back to the board", "back"},
	{Back, "Esc", []string{"esc"}, Board, "all lanes again", ""},
	{Filter, "/", []string{"/"}, Board, "only lanes whose row holds these words; Enter keeps them, Esc ends it", "filter"},
	{Needs, "n", []string{"n"}, Board, "only lanes that need a person, or all again", "needs me"},
	{Failed, "f", []string{"f"}, Board, "only lanes that failed, or all again", "failed"},
	{Explain, "e", []string{"e"}, Everywhere, "why each derived value of the lane is as it is", "why"},
	{Story, "s", []string{"s"}, Page, "the story of the lane again", "story"},
	{Errors, "x", []string{"x"}, Everywhere, "only what failed in the lane, with its output", "errors"},
	{Accept, "a", []string{"a"}, Everywhere, "accept the outcome: asks for the reason, and records both", "accept"},
	{Grant, "g", []string{"g"}, Everywhere, "how to grant what the lane waits for: the exact action, its digest, the command", "grant"},
	{Browse, "o", []string{"o"}, Everywhere, "open the pull request of the lane, else its folder", ""},
	{Copy, "y", []string{"y"}, Everywhere, "copy the id of the lane, and say it: not every terminal copies", ""},
	{Help, "?", []string{"?"}, Everywhere, "these keys", "help"},
	{Suspend, "Ctrl-Z", []string{"ctrl+z"}, Everywhere, "back to the shell, until fg; nothing where no shell waits", ""},
	{Quit, "q, Ctrl-C", []string{"q", "ctrl+c"}, Everywhere, "leave, with the screen as it was", "quit"},
}

// Of is what a key, as a terminal reports it, does on a screen; None for nothing.
func Of(s Screen, name string) Action {
	for i := range Table {
		if Table[i].On&s != 0 && slices.Contains(Table[i].Names, name) {
			return Table[i].Action
		}
	}
	return None
}

// Width is the width of the widest key, as people read it.
func Width() (w int) {
	for i := range Table {
		w = max(w, len(Table[i].Shown))
	}
	return w
}
