// Package prose writes a page in the formats that people read: markdown, text for a terminal, and one file
// of HTML.
//
// Texts of others are escaped: none makes a heading, a link or an element. The package does not decide what
// a page says: package view does. A reader starts at page.go.
package prose
