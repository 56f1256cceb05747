package gitrepo

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
)

// maxName is the most bytes of a repository's name.
const maxName = 512

// schemes are those of the URLs that name a repository on every machine, with their ports.
var schemes = table.Table[string, string]{{"http", "80"}, {"https", "443"}, {"ssh", "22"}, {"git", "9418"}, {"git+ssh", "22"}, {"ssh+git", "22"}, {"ftp", "21"}, {"ftps", "990"}}

// Named returns the name that a remote's URL gives a repository: host and path, without
// scheme, user, password, usual port, query and ".git". False for a path of this
// machine, which names nothing to others, and for what is no URL.
func Named(remote string) (domain.RepoID, bool) {
	remote = strings.TrimSpace(remote)
	if len(remote) > maxName || !utf8.ValidString(remote) || strings.ContainsFunc(remote, isControl) {
		return "", false
	}
	host, path, ok := split(remote)
	host, path = strings.ToLower(host), strings.Trim(path, "/")
	path = strings.TrimSuffix(strings.TrimSuffix(path, ".git"), "/")
	if !ok || host == "" || path == "" {
		return "", false
	}
	return domain.RepoID(host + "/" + path), true
}

// split returns the host, with its port where that is not the usual one, and the path.
func split(remote string) (host, path string, ok bool) {
	scheme, _, isURL := strings.Cut(remote, "://")
	if !isURL {
		return splitShort(remote)
	}
	usual, known := schemes.Of(strings.ToLower(scheme))
	u, err := url.Parse(remote)
	if !known || err != nil {
		return "", "", false
	}
	if u.Port() == usual || u.Port() == "" {
		return u.Hostname(), u.Path, true
	}
	return u.Host, u.Path, true
}

// splitShort reads "user@host:path", which ssh takes; "C:\x" is a path, "a::b" names a
// program, and what has a slash before the colon is a path too.
func splitShort(remote string) (host, path string, ok bool) {
	host, path, ok = strings.Cut(remote, ":")
	if !ok || len(host) < 2 || strings.ContainsAny(host, `/\`) || strings.HasPrefix(path, ":") {
		return "", "", false
	}
	return host[strings.LastIndexByte(host, '@')+1:], path, true
}

func isControl(r rune) bool { return r < 0x20 || r == 0x7f }

// cleaned is a text of a repository without what no text of the log has.
func cleaned(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.ReplaceAll(s, "\x00", "\uFFFD")
}
