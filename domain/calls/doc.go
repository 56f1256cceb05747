// Package calls decides which events are about one tool call.
//
// Events name a call by an item id. Some providers assign ids that are globally unique,
// such as toolu_ and 24 random characters. Some agents number the calls of a session, of a
// turn or of an answer from 0:
//
//	toolu_019VHajDDQLTwDNqfdjXg5YC    [Unique]: one call, in every session
//	functions.Bash:0, call_0          of its session alone, and there of several calls
//
// [Split] separates the calls under an id of the second sort. The package reads no payload
// and has no session: its callers collect what one session says under one id.
package calls
