package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/clawable/claw/consumers/web/page"
)

const (
	// EntrancePath takes a link that works once, as its parameter link.
	EntrancePath = "/enter"
	linkTime     = 2 * time.Minute
	visitTime    = 7 * 24 * time.Hour
	cookieName   = "claw_page"
)

// Access lets browsers in: a link works once and soon, and sets a cookie that only the page's own name
// receives. Safe for concurrent use.
//
// The name is NAME.localhost, where NAME is derived from the secret. Browsers treat each such name as a
// separate site on this machine, so that neither a page nor a server on another port of 127.0.0.1 gets the
// cookie.
type Access struct {
	secret []byte
	host   string // NAME.localhost:port
	now    func() time.Time
	mu     sync.Mutex
	links  map[[sha256.Size]byte]time.Time // that were not used yet, by hash: until when
}

// NewAccess makes the access to a server that answers on a port of this machine. Cookies stay valid over
// restarts while secret stays the same; links do not.
func NewAccess(secret, port string, now func() time.Time) *Access {
	a := &Access{secret: []byte(secret), now: now, links: map[[sha256.Size]byte]time.Time{}}
	a.host = net.JoinHostPort("claw-"+a.sealed("name")[:20]+".localhost", port)
	return a
}

// Host is the only value of the header Host under which browsers are let in.
func (a *Access) Host() string { return a.host }

// URL is where the board is, for a browser that was let in.
func (a *Access) URL() string { return "http://" + a.host + "/" }

// Link is a new link that lets one browser in, once, within two minutes.
func (a *Access) Link() string {
	random := make([]byte, 32)
	_, _ = rand.Read(random) // which never fails
	key := base64.RawURLEncoding.EncodeToString(random)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.links[sha256.Sum256([]byte(key))] = a.now().Add(linkTime)
	return "http://" + a.host + EntrancePath + "?link=" + key
}

// Admits reports whether a request that reads is one of a browser that was let in.
func (a *Access) Admits(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.EqualFold(r.Host, a.host) {
		return false
	}
	for _, c := range r.CookiesNamed(cookieName) {
		until, seal, _ := strings.Cut(c.Value, ".")
		at, err := strconv.ParseInt(until, 10, 64)
		if err == nil && a.now().Before(time.Unix(at, 0)) && hmac.Equal([]byte(seal), []byte(a.sealed("visit "+until))) {
			return true
		}
	}
	return false
}

// ServeHTTP answers browsers that were not let in: one that presents a link gets the cookie, any other gets
// instructions.
func (a *Access) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	status, name := http.StatusUnauthorized, "closed"
	if r.URL.Path == EntrancePath {
		status, name = http.StatusForbidden, "used"
		if a.enters(r) {
			until := strconv.FormatInt(a.now().Add(visitTime).Unix(), 10)
			http.SetCookie(w, &http.Cookie{Name: cookieName, Value: until + "." + a.sealed("visit "+until), Path: "/",
				MaxAge: int(visitTime / time.Second), HttpOnly: true, SameSite: http.SameSiteStrictMode})
			status, name = http.StatusOK, "entered"
		}
	}
	html, err := page.Notice(name, "")
	write(w, status, html, err)
}

// enters takes the link of a request, which then is used. What a browser fetches ahead of its user, and a
// request under another name, use none.
func (a *Access) enters(r *http.Request) bool {
	if r.Method != http.MethodGet || !strings.EqualFold(r.Host, a.host) || r.Header.Get("Sec-Purpose") != "" {
		return false
	}
	hash := sha256.Sum256([]byte(r.URL.Query().Get("link")))
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	until, known := a.links[hash]
	delete(a.links, hash)
	return known && now.Before(until)
}

// sealed is a text under the secret, hex.
func (a *Access) sealed(text string) string {
	mac := hmac.New(sha256.New, a.secret)
	_, _ = mac.Write([]byte("claw page\x00" + text)) // which never fails
	return hex.EncodeToString(mac.Sum(nil))
}

// secure lets a browser load for a page what the server itself has, and nothing else.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
		"connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// keepApart lets a browser show a file that has its style inside, in a frame of a page too, and nothing else:
// it counts as of no origin, runs nothing and loads nothing.
func keepApart(h http.Header) {
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'")
	h.Set("X-Frame-Options", "SAMEORIGIN") // for browsers that do not know frame-ancestors
	h.Set("Content-Type", "text/html; charset=utf-8")
}

// Handover is a page that leads a browser to a link, as one file.
func Handover(link string) (string, error) {
	html, err := page.Notice("handover", link)
	return string(html), err
}
