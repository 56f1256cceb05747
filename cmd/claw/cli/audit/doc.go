// Package auditcmd holds the verbs claw audit.
package auditcmd
