// Package web is the board in a browser: pages of HTML that the server makes of the documents of the API.
//
//	request ─▶ Host, Origin, cookie ─▶ [New] ─▶ package page ─▶ Documents ─▶ /v1/board, /v1/lanes/…
//
// [Access] lets browsers of this machine in by a link that works once. [New] answers with the pages that
// package page makes. Live changes are rows that the server rendered.
//
// The package holds no key, decides and appends nothing, opens no log and asks no other server for
// anything. Its pages run no script but its own file.
package web
