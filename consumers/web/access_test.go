package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/consumers/web"
)

// door is an access with a clock that the test moves.
type door struct {
	*web.Access
	at time.Time
}

func newDoor(secret string) *door {
	d := &door{at: time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)}
	d.Access = web.NewAccess(secret, "4774", func() time.Time { return d.at })
	return d
}

// asks is the answer to a GET of a URL under its own host.
func (d *door) asks(url string, change func(*http.Request)) *http.Response {
	r := httptest.NewRequest(http.MethodGet, url, nil)
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)
	return w.Result()
}

// visit is the cookie of a browser that was let in.
func (d *door) visit(t *testing.T) *http.Cookie {
	t.Helper()
	answer := d.asks(d.Link(), nil)
	if answer.StatusCode != http.StatusOK || len(answer.Cookies()) != 1 {
		t.Fatalf("a new link: %d, %v", answer.StatusCode, answer.Cookies())
	}
	return answer.Cookies()[0]
}

func TestALinkLetsOneBrowserInOnceAndSoon(t *testing.T) {
	host := func(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }
	for _, row := range []struct {
		says   string
		before func(d *door, link string)
		change func(*http.Request)
		link   func(string) string
		status int
	}{
		{says: "a new link", status: http.StatusOK},
		{says: "a link that was used", before: func(d *door, link string) { d.asks(link, nil) }, status: http.StatusForbidden},
		{says: "a link at the end of its time", before: func(d *door, _ string) { d.at = d.at.Add(2 * time.Minute) }, status: http.StatusForbidden},
		{says: "a link just before", before: func(d *door, _ string) { d.at = d.at.Add(2*time.Minute - time.Second) }, status: http.StatusOK},
		{says: "a link that nobody made", link: func(l string) string { return l + "x" }, status: http.StatusForbidden},
		{says: "no link", link: func(l string) string { return l[:strings.Index(l, "?")] }, status: http.StatusForbidden},
		{says: "a link under the number of the machine", change: host("127.0.0.1:4774"), status: http.StatusForbidden},
		{says: "a link that the browser fetched ahead", change: func(r *http.Request) { r.Header.Set("Sec-Purpose", "prefetch") }, status: http.StatusForbidden},
	} {
		d := newDoor("secret")
		link := d.Link()
		if row.before != nil {
			row.before(d, link)
		}
		if row.link != nil {
			link = row.link(link)
		}
		answer := d.asks(link, row.change)
		if answer.StatusCode != row.status || (row.status == http.StatusOK) != (len(answer.Cookies()) == 1) {
			t.Errorf("%s: %d with %v, want %d", row.says, answer.StatusCode, answer.Cookies(), row.status)
		}
	}
}

func TestWhatIsFetchedAheadUsesNoLink(t *testing.T) {
	d := newDoor("secret")
	link := d.Link()
	d.asks(link, func(r *http.Request) { r.Header.Set("Sec-Purpose", "prefetch") })
	if answer := d.asks(link, nil); answer.StatusCode != http.StatusOK {
		t.Errorf("the link was used: %d", answer.StatusCode)
	}
}

func TestTheCookieIsForThePageAlone(t *testing.T) {
	c := newDoor("secret").visit(t)
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Domain != "" {
		t.Errorf("the cookie is %s", c)
	}
}

func TestABrowserThatWasLetInIsAdmitted(t *testing.T) {
	for _, row := range []struct {
		says   string
		change func(d *door, r *http.Request)
		admits bool
	}{
		{"with its cookie", nil, true},
		{"without it", func(_ *door, r *http.Request) { r.Header.Del("Cookie") }, false},
		{"under another name", func(_ *door, r *http.Request) { r.Host = "127.0.0.1:4774" }, false},
		{"to write", func(_ *door, r *http.Request) { r.Method = http.MethodPost }, false},
		{"a week later", func(d *door, _ *http.Request) { d.at = d.at.Add(7 * 24 * time.Hour) }, false},
		{"with a cookie of a longer life", func(_ *door, r *http.Request) {
			r.Header.Set("Cookie", strings.Replace(r.Header.Get("Cookie"), "=1", "=9", 1))
		}, false},
		{"with the cookie of another server", func(_ *door, r *http.Request) {
			r.Header.Del("Cookie")
			r.AddCookie(newDoor("another secret").visit(t))
		}, false},
	} {
		d := newDoor("secret")
		r := httptest.NewRequest(http.MethodGet, d.URL(), nil)
		r.AddCookie(d.visit(t))
		if row.change != nil {
			row.change(d, r)
		}
		if got := d.Admits(r); got != row.admits {
			t.Errorf("%s: admitted %t, want %t", row.says, got, row.admits)
		}
	}
}

func TestACookieOutlivesARestartAndALinkDoesNot(t *testing.T) {
	before, after := newDoor("secret"), newDoor("secret")
	r := httptest.NewRequest(http.MethodGet, after.URL(), nil)
	r.AddCookie(before.visit(t))
	if !after.Admits(r) {
		t.Error("the cookie is refused after a restart")
	}
	if answer := after.asks(before.Link(), nil); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a link of the start before: %d", answer.StatusCode)
	}
}
