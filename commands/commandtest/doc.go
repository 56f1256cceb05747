// Package commandtest holds logs, drafts and operators for the tests of commands.
package commandtest
