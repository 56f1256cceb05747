// Package registry describes for each published schema what its members are, since which
// release they exist, and what changed between two releases. It determines which changes break
// a reader.
//
// It reads texts of schemas and never prints, writes or validates.
//
//	schemas.Files, schemas.Released ─ Catalog ─▶ Schema ─ Fields ─▶ Field
//	                                   two Catalogs ─ Compare ─▶ Change
package registry
