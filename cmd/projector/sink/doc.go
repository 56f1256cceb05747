// Package sinkcmd holds the verbs projector sink: they run the sinks of a person's settings, list them, try
// them and send again. It appends nothing to the log, and reads no settings of projects.
package sinkcmd
