package sqlite

import "encoding/binary"

// Layout of a frame's header, all fields big-endian; one page follows:
//
//	 0  page number
//	 4  size of the database in pages after the commit; 0 in all but commit frames
//	 8  salt        two words, those of the file's header
//	16  checksum    continues the one of the frame before, over bytes 0-7 and the page
const (
	walFrameHeaderSize = 24
	sectorSize         = 512
)

type walFrame struct {
	page, dbPages uint32
	salt          uint64
	stored        walSum
}

func readWALFrame(raw []byte) walFrame {
	return walFrame{
		page:    binary.BigEndian.Uint32(raw),
		dbPages: binary.BigEndian.Uint32(raw[4:]),
		salt:    binary.BigEndian.Uint64(raw[8:]),
		stored:  readWALSum(raw[16:]),
	}
}

func (f walFrame) isCommit() bool { return f.dbPages != 0 }

// follows reports whether the frame in raw continues the checksum before.
func (f walFrame) follows(before walSum, raw []byte, bigEndian bool) bool {
	return frameSum(before, raw, bigEndian) == f.stored
}

func frameSum(before walSum, raw []byte, bigEndian bool) walSum {
	return before.add(raw[:8], bigEndian).add(raw[walFrameHeaderSize:], bigEndian)
}

// walChain follows the frames of one file and judges the first bad one by what
// comes after it.
type walChain struct {
	head   walHeader
	report walReport
	at     int64 // offset of the next frame
	n      int   // frames seen
	intact bool  // SQLite accepts every frame so far

	last     walFrame
	stored   walSum // checksum that the next frame continues, as the file has it
	computed walSum // the same from the content: differs when the stored one is bad
	ends     bool   // the last frame is known to end its transaction

	proven     int    // frames up to the last commit that is known to be durable
	provenSize uint32 // of the database after it, in pages
	claimed    int    // the same, of the last frame that looks like a commit
	claimSize  uint32

	firstBad   int
	firstBadAt int64
	unfinished bool // frames of this life of the file follow the last commit
}

func newWALChain(head walHeader) *walChain {
	return &walChain{
		head: head, report: walReport{PageSize: head.pageSize},
		at: walHeaderSize, intact: true,
		stored: head.stored, computed: head.computed,
	}
}

func (c *walChain) step(raw []byte) {
	c.n++
	f := readWALFrame(raw)
	ours := f.salt == c.head.salt
	if ours && f.isCommit() {
		c.claimed, c.claimSize = c.n, f.dbPages
	}
	if !ours && !c.intact {
		c.skip(f)
	} else {
		c.link(f, raw, ours)
	}
	c.at += int64(len(raw))
}

// skip passes a frame of a former life of the file.
func (c *walChain) skip(f walFrame) {
	c.last, c.stored, c.computed, c.ends = f, f.stored, f.stored, false
}

func (c *walChain) link(f walFrame, raw []byte, ours bool) {
	sum := frameSum(c.stored, raw, c.head.bigEndian)
	linked := sum == f.stored && f.page != 0
	switch {
	case linked && ours && c.intact:
		c.accept(f)
	case c.intact:
		c.intact, c.firstBad, c.firstBadAt = false, c.n, c.at
		c.unfinished = c.unfinished || ours
		c.judge(f, linked)
	default:
		c.unfinished = true
		if !linked && c.computed != c.stored && f.follows(c.computed, raw, c.head.bigEndian) {
			linked, c.ends = true, c.last.isCommit() // only the stored checksum before was bad
		}
		if linked && c.ends {
			c.report.Corrupt = true
			c.prove(c.n-1, c.last)
		}
		c.judge(f, linked)
	}
	c.last, c.stored, c.computed = f, f.stored, sum
}

func (c *walChain) accept(f walFrame) {
	c.unfinished = !f.isCommit()
	if f.isCommit() {
		c.report.Frames, c.report.Pages = c.n, int(f.dbPages)
		c.report.Commits++
		c.prove(c.n, f)
	}
}

func (c *walChain) prove(frames int, f walFrame) { c.proven, c.provenSize = frames, f.dbPages }

// judge decides, from the first bad frame on, whether f ends a transaction. A
// frame whose checksum fails is believed about that when its header lies in one
// sector, which a crash leaves old or new but never mixed: the next frame can
// only continue a checksum that was written together with the commit mark.
func (c *walChain) judge(f walFrame, linked bool) {
	oneSector := c.at%sectorSize <= sectorSize-walFrameHeaderSize
	c.ends = f.isCommit() && (linked || oneSector)
	if f.isCommit() && linked {
		c.report.LostCommits++
		c.prove(c.n, f)
	}
}

func (c *walChain) finish(rest int64) walReport {
	r := c.report
	switch {
	case r.Corrupt:
		r.CorruptFrame, r.CorruptAt = c.firstBad, c.firstBadAt
	case c.unfinished || c.intact && rest > 0:
		r.Torn, r.LostCommits = true, 0
		r.TornAt = walHeaderSize + int64(r.Frames)*int64(walFrameHeaderSize+r.PageSize)
	default:
		r.LostCommits = 0
	}
	return r
}
