package approval

import (
	"slices"
	"strings"
)

// boundVariables are the variables that make the same words a different action: they set what a
// program works on or what is loaded into it, and few users set them. A name that ends in "*"
// matches every name with that prefix.
//
// Variables that most users set and that differ between shells are not bound: PATH (the program
// that it leads to is an [domain.ActionFile]), HOME, EDITOR and PAGER, GIT_ASKPASS, the
// author's name; nor are GIT_TRACE and the like, which only produce output.
var boundVariables = []string{
	// The repository that git works on, and what it takes for its content.
	"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
	"GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE", "GIT_NO_REPLACE_OBJECTS",
	// git's settings: aliases, URLs put in place of others, hooks, programs.
	"GIT_CONFIG*", "GIT_ATTR_SOURCE", "GIT_ATTR_NOSYSTEM",
	// What git runs on its way.
	"GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_PROXY_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR",
	// What the loader puts into every program.
	"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "DYLD_FALLBACK_LIBRARY_PATH",
	// What shells read before the command, and where cd goes.
	"BASH_ENV", "BASH_FUNC_*", "SHELLOPTS", "BASHOPTS", "CDPATH", "ZDOTDIR",
	// What interpreters load beside the script.
	"PYTHONPATH", "PYTHONHOME", "NODE_OPTIONS", "NODE_PATH", "PERL5OPT", "PERL5LIB", "RUBYOPT", "RUBYLIB", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH",
}

// BoundVariable reports whether an action carries a variable in its member env where it is
// set. A variable that joins the list makes other digests only where it is set.
func BoundVariable(name string) bool {
	return slices.ContainsFunc(boundVariables, func(bound string) bool {
		prefix, all := strings.CutSuffix(bound, "*")
		return name == bound || all && strings.HasPrefix(name, prefix)
	})
}

// BoundEnv returns the variables of an environment NAME=value that an action carries, sorted;
// nil when none of them is set. If a name appears twice, the last entry counts, as in os/exec;
// a variable that is set to the empty string is set.
func BoundEnv(environ []string) []string {
	var env []string
	for _, entry := range environ {
		name, _, sets := strings.Cut(entry, "=")
		if !sets || !BoundVariable(name) {
			continue
		}
		env = append(slices.DeleteFunc(env, func(before string) bool { return strings.HasPrefix(before, name+"=") }), entry)
	}
	slices.Sort(env)
	return env
}
