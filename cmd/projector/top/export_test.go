package topcmd

// PullRequestOf is for tests.
var PullRequestOf = pullRequestOf
