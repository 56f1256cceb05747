// Package database reads SQLite databases in which programs keep their recordings, also
// while these programs run and after they crashed. It writes nothing beside a database,
// takes no lock on it, and does not know the meaning of any table.
package database
