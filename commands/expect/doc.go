// Package expect adopts profiles: what the work of a lane has to show where nobody stated it
// (docs/standing.md, "Profiles").
//
// It reads a profile from TOML and appends the adoption. Which profile is in force tells
// domain/lane/profile; the package derives no lane.
package expect
