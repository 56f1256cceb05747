// Package expect adopts profiles: what the work of a lane has to show where that was not
// stated (docs/standing.md, "Profiles").
//
// It reads a profile from TOML and appends the adoption. Package domain/lane/profile
// determines which profile is in force; this package derives no lane.
package expect
