package page

// shipRow is how work reached a branch.
type shipRow struct {
	Ship    string `json:"ship"`
	Repo    string `json:"repo"`
	Ref     string `json:"ref"`
	Old     string `json:"old"`
	New     string `json:"new"`
	Method  string `json:"merge_method"`
	Basis   string `json:"basis"`
	Base    string `json:"-"`
	Head    string `json:"head_commit"`
	Commits int    `json:"commit_count"`
	Riders  int    `json:"rider_count"`
	Unknown int    `json:"unknown_role_count"`
	PR      int    `json:"pr_number"`
	At      moment `json:"at"`
}

type shipsDocument struct {
	Ships   []shipRow `json:"ships"`
	Total   int       `json:"total"`
	Next    string    `json:"next_cursor"`
	NextURL string    `json:"-"`
}

func (m *maker) ships() (title string, err error) {
	title = "Ships"
	d := &shipsDocument{}
	m.Body = d
	err = m.read("/v1/ships", m.chosen("repo", "ref", "method", "since", "cursor"), d)
	d.NextURL = m.next(d.Next)
	return title, err
}

type shipDocument struct {
	shipRow
	Brought []struct {
		Commit string   `json:"commit"`
		Role   string   `json:"role"`
		At     moment   `json:"at"`
		Lanes  []string `json:"lanes"`
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

func (m *maker) ship() (title string, err error) {
	title = "Ship"
	d := &shipDocument{}
	m.Body = d
	if err := m.read(route("ships", m.ID), nil, d); err != nil {
		return title, err
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
	return title, nil
}
