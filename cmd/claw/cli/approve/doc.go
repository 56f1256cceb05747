// Package approvecmd holds the verbs claw approval and claw signers.
package approvecmd
