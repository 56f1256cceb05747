// Package view opens the read model for verbs, and holds what their lists share.
package view
