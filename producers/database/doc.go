// Package database reads the databases of SQLite in which programs keep what they
// record, while these run and after they broke off. It writes nothing beside a
// database, takes no lock of it, and knows of no table what it is for.
package database
