// Package page makes pages of HTML of the documents that claw prints under --json: the board, a lane's
// story, approvals, ships, usage, reports and hits of a search.
//
//	Request ─▶ [Make] ─▶ Documents: /v1/board, /v1/lanes/… ─▶ template ─▶ HTML
//
// A page is served, or it is a file to send: the same templates, without links that need the server, with
// its style inside and without a script. Each fact on a page is a member of a document; a page adds its
// place and its look.
//
// The package answers no request, opens no log and no connection, and reads no clock.
package page
