// Package view opens the read model for verbs, and holds what their lists share: options, pages,
// the live screen.
//
// It contains no query: those are of projections/store.
package view
