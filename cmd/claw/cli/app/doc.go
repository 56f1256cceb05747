// Package app is one run of the command line: what it takes from the world, its log, its
// output as documents or pages, its errors with their hints.
package app
