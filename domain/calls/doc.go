// Package calls says which events are about one tool call.
//
// Events name a call by an item id. Providers make ids that no other call in the world
// has, such as toolu_ and 24 random characters; some agents number the calls of a
// session, of a turn or of an answer from 0:
//
//	toolu_019VHajDDQLTwDNqfdjXg5YC    [Unique]: one call, wherever it stands
//	functions.Bash:0, call_0          of its session alone, and there of several calls
//
// [Split] tells the calls of an id of the second sort apart. The package reads no payload
// and knows no session: its callers gather what one session says under one id.
package calls
