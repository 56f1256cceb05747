package web

import "time"

// shipRow is how work reached a branch.
type shipRow struct {
	Ship    string    `json:"ship"`
	Repo    string    `json:"repo"`
	Ref     string    `json:"ref"`
	Old     string    `json:"old"`
	New     string    `json:"new"`
	Method  string    `json:"merge_method"`
	Basis   string    `json:"basis"`
	Base    string    `json:"-"`
	Head    string    `json:"head_commit"`
	Commits int       `json:"commit_count"`
	Riders  int       `json:"rider_count"`
	Unknown int       `json:"unknown_role_count"`
	PR      int       `json:"pr_number"`
	At      time.Time `json:"at"`
}

type shipsDocument struct {
	Ships   []shipRow `json:"ships"`
	Total   int       `json:"total"`
	Next    string    `json:"next_cursor"`
	NextURL string    `json:"-"`
}

func (s site) ships(q *request) error {
	q.name, q.Title = "ships", "Ships"
	d := &shipsDocument{}
	q.Body = d
	err := q.read("/v1/ships", q.chosen("repo", "ref", "method", "since", "cursor"), d)
	d.NextURL = q.next(d.Next)
	return err
}

type shipDocument struct {
	shipRow
	Brought []struct {
		Commit string    `json:"commit"`
		Role   string    `json:"role"`
		At     time.Time `json:"at"`
		Lanes  []string  `json:"lanes"`
	} `json:"commits"`
	Approvals []approvalRow `json:"approvals"`
	Missing   []string      `json:"missing_approvals"`
	Gaps      []struct {
		Gap     string `json:"gap"`
		Refusal string `json:"refusal"`
	} `json:"gaps"`
	Way shipWay `json:"-"`
}

// shipWay is the way of commits to their ref: a node each, as far as they fit.
type shipWay struct {
	Width, Main int
	Nodes       []wayNode
	More        int
}

type wayNode struct {
	X           int
	Class, Says string
}

// mostNodes bounds the commits that are drawn; all are listed.
const mostNodes = 40

func (s site) ship(q *request) error {
	q.name, q.Title = "ship", "Ship"
	d := &shipDocument{}
	q.Body = d
	if err := q.read(route("ships", q.PathValue("ship")), nil, d); err != nil {
		return err
	}
	for i, c := range d.Brought {
		if i == mostNodes {
			d.Way.More = len(d.Brought) - mostNodes
			break
		}
		node := wayNode{60 + 22*i, "mark commit", line(c.Role + " " + c.Commit)}
		if c.Role == "rider" {
			node.Class = "mark rider"
		}
		d.Way.Nodes = append(d.Way.Nodes, node)
	}
	d.Way.Main = 60 + 22*len(d.Way.Nodes) + 20
	d.Way.Width = d.Way.Main + 90
	return nil
}
