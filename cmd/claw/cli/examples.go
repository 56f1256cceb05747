package cli

// examples are lines that a person can type, by the path of their verb. Help shows them; a test
// holds that every verb has some and that each of them parses.
func examples() map[string][]string {
	all := map[string][]string{
		"claw":                 {"claw import --dry-run", "claw board --since 7d", "claw lanes --state failed --json"},
		"claw import":          {"claw import", "claw import ~/.claude/projects --dry-run", "claw import --exclude '*/secret/*' --yes"},
		"claw board":           {"claw board", "claw board --repo api --since 7d", "claw board --actionable --json"},
		"claw top":             {"claw top", "claw top --repo api --since 7d", "claw top --actionable"},
		"claw init":            {"claw init", "claw init --user", "claw init --undo"},
		"claw status":          {"claw status", "claw status --json"},
		"claw doctor":          {"claw doctor", "claw doctor --log team.db"},
		"claw lanes":           {"claw lanes --state failed", "claw lanes --agent codex --since 36h"},
		"claw timeline":        {"claw timeline YXBWRGQD", "claw timeline YXBWRGQD --errors", "claw timeline YXBWRGQD --since 2h --full"},
		"claw sessions":        {"claw sessions --since 7d", "claw sessions --commit c0ffee1"},
		"claw tools":           {"claw tools --tool Bash --state failed", "claw tools --lane YXBWRGQD"},
		"claw errors":          {"claw errors --since 7d", "claw errors --command 'go test' --json"},
		"claw usage":           {"claw usage --by day", "claw usage --by model --since 30d"},
		"claw search":          {"claw search deadlock", "claw search connection refused --since 7d"},
		"claw test":            {"claw test -- go test ./...", "claw test --lane YXBWRGQD --level package -- npm test"},
		"claw hook":            {"claw hook claude-code", "claw hook codex --enforce"},
		"claw man":             {"claw man ~/.local/share/man/man1", "claw man ./man1 --json"},
		"claw trust":           {"claw trust", "claw trust ~/src/api", "claw trust --list"},
		"claw version":         {"claw version", "claw version --json"},
		"claw help":            {"claw help board", "claw help words", "claw help lane show --json"},
		"claw watch":           {"claw watch", "claw watch --lane YXBWRGQD", "claw watch --once --from start --json"},
		"claw hooks install":   {"claw hooks install", "claw hooks install --agent codex --scope user --dry-run", "claw hooks install --mcp --yes"},
		"claw hooks uninstall": {"claw hooks uninstall", "claw hooks uninstall --agent claude-code --scope project"},
		"claw hooks status":    {"claw hooks status", "claw hooks status --agent codex --json"},
	}
	for _, more := range []map[string][]string{laneExamples(), approveExamples(), shipExamples(), reportExamples(), logExamples(), policyExamples()} {
		for verb, lines := range more {
			all[verb] = lines
		}
	}
	return all
}

func laneExamples() map[string][]string {
	return map[string][]string{
		"claw lane show":    {"claw lane show YXBWRGQD", "claw lane show YXBWRGQD --errors"},
		"claw lane outcome": {"claw lane outcome YXBWRGQD", "claw lane outcome YXBWRGQD --exit"},
		"claw lane explain": {"claw lane explain YXBWRGQD", "claw lane explain YXBWRGQD outcome"},
		"claw lane bind":    {"claw lane bind YXBWRGQD claude-code/0f3c", "claw lane bind YXBWRGQD codex/77aa --worktree ~/src/api-fix"},
		"claw lane settle":  {"claw lane settle YXBWRGQD --event 01KJSEVMA0FGZDS8MX33HD33KS --reason 'the tests passed'", "claw lane settle YXBWRGQD --event 01KJSEVMA0FGZDS8MX33HD33KS --reason seen --key ~/.ssh/id_ed25519"},
		"claw lane close":   {"claw lane close YXBWRGQD --reason 'nobody wants it'", "claw lane close YXBWRGQD --reason duplicate --json"},
		"claw lane start":   {"claw lane start --purpose 'fix the login' --expects writes,green:package", "claw lane start --purpose upgrade --worktree ~/src/api-fix --owner ana"},
		"claw lane restart": {"claw lane restart YXBWRGQD --reason 'the network is back'", "claw lane restart YXBWRGQD --reason again --expects pushed"},
		"claw lane expect":  {"claw lane expect YXBWRGQD writes green:package", "claw lane expect YXBWRGQD pushed"},
		"claw lane finish":  {"claw lane finish YXBWRGQD --result 'the login works'", "claw lane finish YXBWRGQD --commit c0ffee1 --pull-request 7"},
		"claw lane accept":  {"claw lane accept YXBWRGQD --reason 'read the diff'", "claw lane accept YXBWRGQD --reason reviewed --key ~/.ssh/id_ed25519"},
		"claw lane reopen":  {"claw lane reopen YXBWRGQD --reason 'it broke the build'", "claw lane reopen YXBWRGQD --reason 'not yet' --json"},
	}
}

func approveExamples() map[string][]string {
	return map[string][]string{
		"claw approval request":  {"claw approval request --reason 'release 1.2' -- git push origin main", "claw approval request --patch fix.diff --uses 1"},
		"claw approval wait":     {"claw approval wait 01KJSE --timeout 10m", "claw approval wait 01KJSE --json"},
		"claw approval consume":  {"claw approval consume 01KJSE -- git push origin main", "claw approval consume 01KJSE --patch fix.diff"},
		"claw approval grant":    {"claw approval grant 01KJSE --key ~/.ssh/id_ed25519", "claw approval grant 01KJSE --key ~/.ssh/id_ed25519 --uses 1"},
		"claw approval deny":     {"claw approval deny 01KJSE --reason 'not on a Friday'", "claw approval deny 01KJSE --json"},
		"claw approval revoke":   {"claw approval revoke 01KJSE --reason 'the plan changed'", "claw approval revoke 01KJSE --json"},
		"claw approval delegate": {"claw approval delegate 01KJSE --to agent:codex/relay", "claw approval delegate 01KJSE --to agent:codex/relay --reason 'runs the deploy'"},
		"claw approval list":     {"claw approval list", "claw approval list --state pending"},
		"claw approval show":     {"claw approval show 01KJSE", "claw approval show 01KJSE --json"},
		"claw approval import":   {"claw approval import 01KJSE grant.json", "claw approval import 01KJSE - <grant.json"},
		"claw approval verify":   {"claw approval verify 01KJSE", "claw approval verify approval.json --allowed-signers signers"},
		"claw approval export":   {"claw approval export 01KJSE", "claw approval export 01KJSE --json"},
		"claw signers list":      {"claw signers list", "claw signers list --json"},
		"claw signers add":       {"claw signers add ana.pub --key ~/.ssh/id_ed25519", "claw signers add bob.signers --key ~/.ssh/id_ed25519 --json"},
		"claw signers remove":    {"claw signers remove SHA256:abc --key ~/.ssh/id_ed25519", "claw signers remove SHA256:abc --key ~/.ssh/id_ed25519 --json"},
		"claw token create":      {"claw token create ci", "claw token create dashboard --expires 30d"},
		"claw token list":        {"claw token list", "claw token list --json"},
		"claw token revoke":      {"claw token revoke ci", "claw token revoke ci --reason leaked"},
		"claw audit who":         {"claw audit who 'git push'", "claw audit who -- git push origin main", "claw audit who --file api/login.go"},
		"claw audit approval":    {"claw audit approval 01KJSE", "claw audit approval 01KJSE --json"},
		"claw audit session":     {"claw audit session claude-code/0f3c", "claw audit session claude-code/0f3c --limit 20"},
		"claw audit lane":        {"claw audit lane YXBWRGQD", "claw audit lane YXBWRGQD --json"},
		"claw audit tokens":      {"claw audit tokens", "claw audit tokens ci --json"},
		"claw audit ship":        {"claw audit ship c0ffee1", "claw audit ship c0ffee1 --json"},
		"claw audit what":        {"claw audit what c0ffee1", "claw audit what refs/heads/main --since 7d", "claw audit what api/login.go"},
		"claw audit gaps":        {"claw audit gaps", "claw audit gaps ~/src/api"},
		"claw audit release":     {"claw audit release v1.1..v1.2", "claw audit release v1.1..main ~/src/api --json"},
		"claw audit verify":      {"claw audit verify release.json", "claw audit verify release.json --json"},
	}
}

func shipExamples() map[string][]string {
	return map[string][]string{
		"claw ship scan":            {"claw ship scan ~/src/api", "claw ship scan ~/src/api --since 30d --dry-run"},
		"claw ship list":            {"claw ship list", "claw ship list --since 7d --ref main"},
		"claw ship show":            {"claw ship show c0ffee1", "claw ship show c0ffee1 --json"},
		"claw ship prepare":         {"claw ship prepare --request", "claw ship prepare ~/src/api --lane YXBWRGQD --ref main"},
		"claw ship push":            {"claw ship push --dry-run", "claw ship push ~/src/api --approval 01KJSE"},
		"claw ship hook":            {"claw ship hook", "claw ship hook ~/src/api --strict"},
		"claw ship hooks install":   {"claw ship hooks install", "claw ship hooks install ~/src/api --yes"},
		"claw ship hooks uninstall": {"claw ship hooks uninstall", "claw ship hooks uninstall ~/src/api"},
		"claw ship hooks status":    {"claw ship hooks status", "claw ship hooks status ~/src/api --json"},
		"claw git status":           {"claw git status", "claw git status ~/src/api --base main --json"},
	}
}

func reportExamples() map[string][]string {
	return map[string][]string{
		"claw report new":           {"claw report new --since 24h", "claw report new --since 7d --repo api --json"},
		"claw report file":          {"claw report file report.json", "claw report file report.json --lane YXBWRGQD"},
		"claw report ack":           {"claw report ack 3f2a --channel ops", "claw report ack 3f2a --consumer dashboard"},
		"claw report amend":         {"claw report amend 3f2a later.json --reason 'an hour went by'", "claw report amend 3f2a later.json --reason corrected --json"},
		"claw report show":          {"claw report show 3f2a", "claw report show 3f2a --version 2"},
		"claw report list":          {"claw report list", "claw report list --channel ops --limit 5"},
		"claw report diff":          {"claw report diff 3f2a 9b1c", "claw report diff 3f2a later.json --json"},
		"claw report verify":        {"claw report verify 3f2a", "claw report verify 3f2a --json"},
		"claw report view":          {"claw report view 3f2a --audience delta_brief", "claw report view 3f2a --audience delta_brief --max-bytes 4000"},
		"claw report status post":   {"claw report status post working --topic build", "claw report status post blocked --topic deploy --blocker approval"},
		"claw report status expire": {"claw report status expire", "claw report status expire --json"},
		"claw report status list":   {"claw report status list", "claw report status list --all"},
		"claw pinpoint file":        {"claw pinpoint file 'the push hangs' --class infra --place git/push --signature timeout", "claw pinpoint file 'flaky login test' --class test --place api --signature 'want 200' --lane YXBWRGQD"},
		"claw pinpoint attach":      {"claw pinpoint attach '#1' --role repro --path fix.diff", "claw pinpoint attach '#1' --role repro --url https://ci.example.org/7"},
		"claw pinpoint link":        {"claw pinpoint link '#1' supersedes '#2'", "claw pinpoint link '#1' supersedes '#2' --reason 'the same hang'"},
		"claw pinpoint rank":        {"claw pinpoint rank '#1' --priority p0", "claw pinpoint rank '#1' --priority p1 --reason 'blocks the release'"},
		"claw pinpoint move":        {"claw pinpoint move '#1' acknowledged", "claw pinpoint move '#1' acknowledged --reason 'we look at it'"},
		"claw pinpoint handoff":     {"claw pinpoint handoff '#1' --lane YXBWRGQD", "claw pinpoint handoff '#1' --lane YXBWRGQD --objective 'no hang'"},
		"claw pinpoint follow":      {"claw pinpoint follow", "claw pinpoint follow '#1'"},
		"claw pinpoint list":        {"claw pinpoint list", "claw pinpoint list --priority p0 --all"},
		"claw pinpoint show":        {"claw pinpoint show '#1'", "claw pinpoint show '#1' --json"},
		"claw nudge send":           {"claw nudge send daily", "claw nudge send daily --channel ops"},
		"claw nudge ack":            {"claw nudge ack daily", "claw nudge ack daily --by ana"},
		"claw nudge list":           {"claw nudge list", "claw nudge list --waiting"},
		"claw redact explain":       {"claw redact explain", "claw redact explain /lanes --audience delta_brief"},
		"claw redact lint":          {"claw redact lint", "claw redact lint redaction.toml"},
	}
}

func logExamples() map[string][]string {
	return map[string][]string{
		"claw log append": {`echo '{"kind":"lane.started","stream":"lane-01ARZ3NDEKTSV4RRFFQ69G5FAV","data":{"purpose":"fix"}}' | claw log append`,
			"claw log append drafts.jsonl", "claw schema show lane.started"},
		"claw log read":          {"claw log read --kind 'lane.*'", "claw log read --session claude-code/0f3c --limit 20"},
		"claw log tail":          {"claw log tail --lines 20", "claw log tail --follow --json"},
		"claw log stat":          {"claw log stat", "claw log stat --json"},
		"claw log export":        {"claw log export > events.jsonl", "claw log export --since 7d > week.jsonl"},
		"claw log import":        {"claw log import events.jsonl", "claw log import --demo --log demo.db"},
		"claw log verify":        {"claw log verify", "claw log verify --log team.db"},
		"claw log backup":        {"claw log backup backup.db", "claw log backup backup.db --force"},
		"claw log restore":       {"claw log restore backup.db --log new.db", "claw log restore events.jsonl --log new.db"},
		"claw log copy":          {"claw log copy copy.db", "claw log copy log.db esdb://box.example:2113"},
		"claw log compare":       {"claw log compare team.db", "claw log compare laptop.db team.db", "claw log compare backup.db --json"},
		"claw log forget":        {"claw log forget claude-code/0f3c --dry-run", "claw log forget claude-code/0f3c --reason 'customer data'"},
		"claw log clock reset":   {"claw log clock reset --key ~/.ssh/id_ed25519", "claw log clock reset --key ~/.ssh/id_ed25519 --json"},
		"claw log scrub":         {"claw log scrub --rescan --dry-run", "claw log scrub --rescan --reason 'new rules'"},
		"claw projector run":     {"claw projector run", "claw projector run --once"},
		"claw projector rebuild": {"claw projector rebuild", "claw projector rebuild --log team.db"},
		"claw projector status":  {"claw projector status", "claw projector status --json"},
		"claw projector verify":  {"claw projector verify", "claw projector verify --json"},
		"claw state write":       {"claw state write --worker worker-1", "claw state write state.json --worker worker-1"},
		"claw state read":        {"claw state read", "claw state read state.json"},
	}
}

func policyExamples() map[string][]string {
	return map[string][]string{
		"claw policy check":          {"claw policy check --command 'git push --force'", "claw policy check -- rm -rf build"},
		"claw policy explain":        {"claw policy explain --command 'git push --force'", "claw policy explain --tool Write --path .env"},
		"claw policy lint":           {"claw policy lint", "claw policy lint guard.toml"},
		"claw policy show":           {"claw policy show", "claw policy show --json"},
		"claw policy init":           {"claw policy init", "claw policy init guard.toml"},
		"claw policy adopt":          {"claw policy adopt policy.toml --request", "claw policy adopt policy.toml --approval 01KJSE"},
		"claw expect show":           {"claw expect show", "claw expect show --json"},
		"claw expect adopt":          {"claw expect adopt strict.toml --reason 'no lane ends without green tests'", "claw expect adopt --built-in --reason 'too strict'"},
		"claw expect explain":        {"claw expect explain YXBWRGQD", "claw expect explain YXBWRGQD --json"},
		"claw prices list":           {"claw prices list", "claw prices list --json"},
		"claw prices show":           {"claw prices show claude-opus-4-6", "claw prices show claude-opus-4-6 --json"},
		"claw prices update":         {"claw prices update prices.json", "claw prices update prices.json --date 2026-05-01"},
		"claw schema list":           {"claw schema list", "claw schema list --json"},
		"claw schema show":           {"claw schema show board", "claw schema show lane_outcome"},
		"claw schema fields":         {"claw schema fields report", "claw schema fields lane.finished --json"},
		"claw schema diff":           {"claw schema diff 0.1.0", "claw schema diff board.old.json board.v1.json"},
		"claw conformance run":       {"claw conformance run -- node consumer.mjs", "claw conformance run --dry-run -- ./consumer"},
		"claw conformance list":      {"claw conformance list", "claw conformance list --json"},
		"claw report advertise":      {"claw report advertise ops-bot.toml", "claw report advertise ops-bot.toml --json"},
		"claw fixtures list":         {"claw fixtures list", "claw fixtures list --json"},
		"claw fixtures write":        {"claw fixtures write wrong-workspace ./fixtures", "claw fixtures write contested-then-settled ./fixtures"},
		"claw fixtures verify":       {"claw fixtures verify", "claw fixtures verify ./fixtures"},
		"claw completion bash":       {"claw completion bash > ~/.local/share/bash-completion/completions/claw", "source <(claw completion bash)"},
		"claw completion zsh":        {"claw completion zsh > ~/.zfunc/_claw", "source <(claw completion zsh)"},
		"claw completion fish":       {"claw completion fish > ~/.config/fish/completions/claw.fish", "claw completion fish | source"},
		"claw completion powershell": {"claw completion powershell | Out-String | Invoke-Expression", "claw completion powershell --no-descriptions"},
	}
}
