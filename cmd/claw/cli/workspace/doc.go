// Package workspace holds the verbs claw git, and how a folder stands to its branch and lane.
package workspace
