// Package proof makes and verifies the signatures behind approvals: SSH signatures
// (PROTOCOL.sshsig) over DSSE's pre-authentication encoding of an in-toto statement. It
// judges exported grants for people who have no log: [JudgeGrant].
//
// It handles keys and bytes. domain/approval decides who may sign what, and the caller
// decides whom to trust. It does not know where keys are stored: it reads no file, no
// agent's socket, no clock and no terminal.
package proof
