package clitest

import "time"

// Filed is the beginning of the id of the report that the log of a new world holds: it was filed
// three minutes before [Now]. Its document is in the file report.json.
const Filed = "01KT1GPPQ0"

// reports files a report, and writes the audit of a release to the file release.json.
// What a consumer advertises is in the file ops-bot.toml.
func (w *World) reports() {
	clock := w.Now
	w.Now = func() time.Time { return Now.Add(-3 * time.Minute) }
	w.File("ops-bot.toml", "[consumer]\nname = \"ops-bot\"\nversion = \"2.1\"\nschema_versions = [\"1.0\"]\nfamilies = [\"lanes\", \"errors\"]\n")
	w.File("report.json", w.Must("report", "new", "--since", "all", "--json").Out)
	w.Must("report", "file", "report.json", "--channel", "ops")
	w.Now = clock
	w.File("release.json", w.Run("audit", "release", "main~1..main", "repo.git", "--json").Out)
	w.File("later.json", w.Must("report", "new", "--since", "all", "--channel", "ops", "--json").Out)
}
