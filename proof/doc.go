// Package proof makes and verifies the signatures behind approvals: SSH signatures
// (PROTOCOL.sshsig) over DSSE's pre-authentication encoding of an in-toto statement.
//
// It handles keys and bytes. It does not know who may sign what, which is the task of
// domain/approval, nor where keys are stored: it reads no file, no agent's socket and no
// terminal.
package proof
