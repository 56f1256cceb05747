// Package approvecmd holds the verbs claw approval and claw signers.
//
// It asks, shows and signs; what an approval permits is decided by commands/approve and
// domain/approval.
package approvecmd
