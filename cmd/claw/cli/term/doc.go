// Package term writes for a terminal: pages, tables, numbers and times for people, and names in
// which control characters and look-alikes are visible.
//
// It reads nothing and depends on no verb.
package term
