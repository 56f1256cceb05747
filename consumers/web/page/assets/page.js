// The script of the pages: keys, ages, and rows of the board that change. Each row that it puts in place was
// made by the server.
"use strict";

const items = () => Array.from(document.querySelectorAll(".item"));
const keysDialog = document.getElementById("keys");
let here = -1;

function go(to) {
  const all = items();
  if (all.length === 0) return;
  all[here]?.classList.remove("here");
  here = Math.max(0, Math.min(all.length - 1, to));
  const item = all[here];
  item.classList.add("here");
  (item.querySelector("a.open") ?? item).focus({ preventScroll: true });
  item.scrollIntoView({ block: "nearest" });
}

const typing = (at) => at.closest("input, textarea, select, [contenteditable]") !== null;

document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (typing(e.target)) {
    if (e.key === "Escape") e.target.blur();
    return;
  }
  if (keysDialog.open) return;
  const act = {
    "/": () => document.getElementById("q").focus(),
    "?": () => keysDialog.showModal(),
    j: () => go(here + 1),
    k: () => go(here - 1),
    b: () => location.assign("/"),
    e: () => document.getElementById(location.search.includes("errors=") ? "all-entries" : "only-errors")?.click(),
  }[e.key];
  if (!act) return;
  e.preventDefault();
  act();
});

// Ages go on while a page stays open, by the clock of the server.
const ahead = Date.parse(document.body.dataset.now) - Date.now();
const minute = 60_000, hour = 60 * minute, day = 24 * hour;
function grow() {
  const now = Date.now() + ahead;
  for (const time of document.querySelectorAll("time[data-age]")) {
    const age = now - Date.parse(time.dateTime);
    if (age >= minute && age < 365 * day)
      time.textContent = age < hour ? `${Math.floor(age / minute)}m ago` : age < 2 * day ? `${Math.floor(age / hour)}h ago` : `${Math.floor(age / day)}d ago`;
  }
}
setInterval(grow, minute / 2);
document.addEventListener("visibilitychange", grow);

// A link to why opens the part that says it.
function openTarget() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener("hashchange", openTarget);
openTarget();

// The search suggests as one types: the hits of the page of searches, in the place of what was shown. Back
// shows that again.
const box = document.getElementById("q");
let asked = 0;
box.addEventListener("input", () => {
  const mine = ++asked;
  box.setCustomValidity("");
  setTimeout(async () => {
    if (mine !== asked || box.value.trim() === "") return;
    const url = "/search?q=" + encodeURIComponent(box.value);
    const answer = await fetch(url, { headers: { accept: "text/html" } }).then((a) => a.text()).catch(() => null);
    if (answer === null) {
      box.setCustomValidity("the server does not answer");
      box.reportValidity();
      return;
    }
    const page = new DOMParser().parseFromString(answer, "text/html");
    const found = page.getElementById("main");
    if (mine !== asked || found === null) return;
    document.getElementById("main").replaceWith(document.adoptNode(found));
    document.title = page.title;
    document.querySelector(".top nav [aria-current]")?.removeAttribute("aria-current");
    if (location.pathname === "/search") history.replaceState(null, "", url);
    else {
      history.pushState(null, "", url);
      addEventListener("popstate", () => location.reload());
    }
    here = -1;
  }, 150);
});

const lanes = document.getElementById("lanes");
if (lanes) {
  const state = document.getElementById("live");
  const notice = document.getElementById("changed");
  const moved = new Set();

  const announce = (lane) => {
    moved.add(lane);
    notice.querySelector("span").textContent = moved.size === 1 ? "1 lane is new or moved" : moved.size + " lanes are new or moved";
    notice.querySelector("a").href = location.pathname + location.search;
    notice.hidden = false;
  };

  const change = async (lane) => {
    const row = document.getElementById("lane-" + lane);
    if (!row) return announce(lane);
    const answer = await fetch("/board/rows/" + encodeURIComponent(lane)).catch(() => null);
    if (!answer?.ok) return announce(lane);
    const made = document.createElement("template");
    made.innerHTML = (await answer.text()).trim();
    const now = made.content.firstElementChild;
    if (now.dataset.place !== row.dataset.place) announce(lane); // it belongs elsewhere, and stays until asked for
    Array.from(now.children).forEach((cell, i) => {
      const old = row.children[i];
      if (old.innerHTML === cell.innerHTML) return;
      const focused = Array.from(old.querySelectorAll("a")).indexOf(document.activeElement);
      old.innerHTML = cell.innerHTML;
      if (i < now.children.length - 1) { // the last one is an age
        old.classList.remove("fresh");
        requestAnimationFrame(() => old.classList.add("fresh"));
      }
      if (focused >= 0) (old.querySelectorAll("a")[focused] ?? old.querySelector("a"))?.focus({ preventScroll: true });
    });
    row.classList.toggle("stale", now.classList.contains("stale"));
  };

  const stream = new EventSource(lanes.dataset.stream);
  stream.onopen = () => { state.textContent = "live"; };
  stream.onerror = () => { state.textContent = "not live: the server does not answer"; };
  stream.addEventListener("lane", (e) => change(JSON.parse(e.data).lane));
  stream.addEventListener("lane_removed", (e) => {
    const lane = JSON.parse(e.data).lane;
    document.getElementById("lane-" + lane)?.classList.add("gone");
    announce(lane);
  });
  stream.addEventListener("error", (e) => {
    if (e.data) state.textContent = "not live: " + JSON.parse(e.data).error.message;
  });
}
