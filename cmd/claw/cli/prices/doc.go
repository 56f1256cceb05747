// Package pricescmd has the verbs about what tokens cost: list, show and replace the table of prices.
//
// It asks no network for a table and counts no tokens.
package pricescmd
