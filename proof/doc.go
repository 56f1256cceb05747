// Package proof makes and verifies the signatures behind approvals: SSH signatures
// (PROTOCOL.sshsig) over DSSE's pre-authentication encoding of an in-toto statement. It
// judges exported grants for people who have no log: [JudgeGrant].
//
// It handles keys and bytes. Who may sign what is the rule of domain/approval, and whom to
// trust the caller's word. It does not know where keys are stored: it reads no file, no
// agent's socket, no clock and no terminal.
package proof
