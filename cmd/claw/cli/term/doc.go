// Package term writes for a terminal: pages, tables, numbers and times for people, and names without
// what a terminal would obey.
package term
