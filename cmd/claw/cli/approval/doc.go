// Package approvaltext renders approvals, and holds the options and steps of approvals that several
// families of verbs share.
//
// It declares no verb, and decides nothing: commands/approve does.
package approvaltext
