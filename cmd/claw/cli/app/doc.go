// Package app is one run of the command line: its streams and environment, its log, its output as
// documents or pages, and its errors with their hints.
//
// It declares no verb but version, and decides nothing about events.
package app
