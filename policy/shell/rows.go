package shell

// Rows of [runners] that several programs share.
var (
	archRunner = runner{begins: atOperand, words: 1, fewer: true, options: &options{valued: "p", flags: "RvBFILSTXZ3", bare: []string{"uname-2.6", "3gb", "4gb", "addr-no-randomize"}}}
	finder     = runner{behind: []string{"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"}}
	underRun   = runner{begins: behindVerb, options: &options{valued: "pct", long: []string{"account", "config", "session", "format", "project", "token", "env", "domain"}}, verbs: Table[*runner]{
		{"run", &runner{begins: atDashes, scripts: OptionNames{"", []string{"command"}}, options: &options{valued: "fpce", long: []string{"env-file", "environment", "account", "config", "project", "env", "path"},
			bare: []string{"no-masking", "overload", "quiet", "watch"}}}}}}
	underExec = runner{begins: behindVerb, options: &options{valued: "bv", long: []string{"backend"}}, verbs: Table[*runner]{
		{"exec", &runner{begins: atDashes, words: 1, fewer: true, options: &options{valued: "dt", flags: "njs"}}}}}
	underExec1 = runner{begins: behindVerb, verbs: Table[*runner]{{"exec", &runner{begins: atDashes, words: 1, options: &options{valued: "nTt", long: []string{"cwd", "env", "user", "group", "mode", "working-directory"}}}}}}
	consoles   = runner{begins: behindVerb, verbs: Table[*runner]{{"ssh", &runner{scripts: OptionNames{"C", []string{"command"}}, soft: true}}}}
	codespace  = runner{begins: behindVerb, verbs: Table[*runner]{{"ssh", &runner{begins: atDashes, shell: true, options: &options{valued: "cRr", long: []string{"codespace", "profile", "repo"}}}}}}
	miseExec   = runner{begins: atDashes, scripts: OptionNames{"c", []string{"command"}}, options: &options{valued: "cjC"}}
	bang       = runner{reads: ofBang}
	debugger   = runner{begins: atAnyWord, shell: true, reads: ofBang}

	maker    = runner{folders: OptionNames{"C", []string{"directory"}}, reads: ofMake}
	archiver = runner{folders: OptionNames{"C", []string{"directory"}}, reads: ofArchiver, soft: true,
		scripts: OptionNames{"IF", []string{"to-command", "use-compress-program", "info-script", "new-volume-script", "rsh-command"}}}

	container = runner{begins: behindVerb, options: &options{valued: "cHl", flags: "D", long: []string{"config", "context", "host", "log-level", "tlscacert", "tlscert", "tlskey", "connection", "namespace"}}, verbs: Table[*runner]{
		{"run", &containerRun}, {"create", &containerRun}, {"exec", &containerRun}, {"container", &runner{begins: behindVerb, verbs: Table[*runner]{{"run", &containerRun}, {"create", &containerRun}, {"exec", &containerRun}}}},
		{"compose", &composer}}}
	containerRun = runner{begins: atOperand, words: 1, entry: OptionNames{"", []string{"entrypoint"}}, options: &options{valued: "acehlmpuvw", flags: "dditPqT",
		long: []string{"add-host", "annotation", "attach", "blkio-weight", "cap-add", "cap-drop", "cgroup-parent", "cgroupns", "cidfile", "cpu-period", "cpu-quota", "cpu-shares", "cpus", "cpuset-cpus", "cpuset-mems", "detach-keys",
			"device", "dns", "dns-option", "dns-search", "domainname", "entrypoint", "env", "env-file", "expose", "gpus", "group-add", "health-cmd", "health-interval", "health-retries", "health-timeout", "hostname", "ip", "ip6",
			"ipc", "isolation", "label", "label-file", "link", "log-driver", "log-opt", "mac-address", "memory", "memory-swap", "mount", "name", "network", "network-alias", "net", "pid", "pids-limit", "platform", "publish", "pull",
			"restart", "runtime", "security-opt", "shm-size", "stop-signal", "stop-timeout", "storage-opt", "sysctl", "tmpfs", "ulimit", "user", "userns", "uts", "volume", "volume-driver", "volumes-from", "workdir", "index"},
		bare: []string{"rm", "init", "detach", "interactive", "tty", "privileged", "read-only", "publish-all", "quiet", "sig-proxy", "no-healthcheck", "oom-kill-disable", "disable-content-trust",
			"no-deps", "service-ports", "build", "remove-orphans", "use-aliases", "no-tty"}}}
	composeOptions = options{valued: "fp", long: []string{"file", "project-name", "project-directory", "profile", "env-file", "ansi", "progress", "parallel"}, bare: []string{"compatibility", "dry-run", "all-resources"}}
	composer       = runner{begins: behindVerb, options: &composeOptions, verbs: Table[*runner]{{"run", &containerRun}, {"exec", &containerRun}}}
	clusterOptions = options{valued: "nscfv", flags: "itq", long: []string{"namespace", "context", "kubeconfig", "cluster", "user", "as", "as-group", "server", "token", "container", "filename", "image", "env", "labels", "overrides", "restart",
		"request-timeout", "pod-running-timeout", "target", "profile", "copy-to"}, bare: []string{"stdin", "tty", "quiet", "rm", "attach", "command", "share-processes"}}
	cluster   = runner{begins: behindVerb, options: &clusterOptions, verbs: Table[*runner]{{"exec", &inCluster}, {"run", &inCluster}, {"debug", &inCluster}}}
	inCluster = runner{begins: atDashes, words: 1, options: &clusterOptions}

	nodeExec = runner{begins: atOperand, scripts: OptionNames{"c", []string{"call"}}, options: &options{valued: "pwcCF", flags: "yqr",
		long: []string{"package", "call", "workspace", "prefix", "registry", "cache", "filter", "dir", "cwd", "userconfig", "loglevel"}, bare: []string{"yes", "no", "quiet", "no-install", "ignore-existing", "prefer-offline", "offline",
			"workspaces", "include-workspace-root", "parallel", "recursive", "silent", "bun"}}}
	nodeOptions = options{valued: "CwF", flags: "gdsqrDEP", long: []string{"prefix", "dir", "cwd", "filter", "workspace", "registry", "cache", "userconfig", "globalconfig", "loglevel", "config", "env-file"},
		bare: []string{"silent", "quiet", "global", "json", "workspaces", "recursive", "offline", "prefer-offline", "include-workspace-root", "parallel", "verbose", "version", "help", "workspace-root"}}
	pythonOptions = options{valued: "CP", flags: "qvn", long: []string{"directory", "project", "config-file", "cache-dir", "python", "color"}, bare: []string{"quiet", "verbose", "offline", "no-cache", "no-config", "no-progress", "native-tls", "no-ansi", "no-interaction"}}
	pythonRun     = runner{begins: atOperand, options: &options{valued: "pPw", flags: "qvnUms", long: []string{"with", "with-requirements", "with-editable", "python", "extra", "group", "no-group", "only-group", "env-file", "directory", "project", "package",
		"index", "index-url", "default-index", "extra-index-url", "find-links", "config-file", "cache-dir"}, bare: []string{"frozen", "locked", "no-sync", "isolated", "all-extras", "all-groups", "dev", "no-dev", "active", "exact", "offline", "no-project",
		"no-env-file", "quiet", "verbose", "module", "script", "no-cache", "all-packages", "managed-python"}}}
	condaRun = runner{begins: atOperand, folders: OptionNames{"", []string{"cwd"}}, options: &options{valued: "np", flags: "v", long: []string{"name", "prefix", "cwd"}, bare: []string{"no-capture-output", "live-stream"}}}

	gitOptions = options{valued: "Cc", flags: "pPhv", long: []string{"git-dir", "work-tree", "namespace", "exec-path", "super-prefix", "config-env", "attr-source"},
		bare: []string{"paginate", "no-pager", "no-replace-objects", "bare", "literal-pathspecs", "glob-pathspecs", "noglob-pathspecs", "icase-pathspecs", "no-optional-locks", "no-lazy-fetch", "no-advice", "version", "help", "html-path"}}
)
