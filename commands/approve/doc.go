// Package approve requests, grants, spends, denies and revokes approvals, changes who may
// sign, adopts policies, and rules on actions under them. The rules themselves are those
// of domain/approval and policy; this package reads the log for them and appends what they
// decide.
package approve
