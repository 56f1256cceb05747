package wal

import "encoding/binary"

// Layout of a frame's header, all fields big-endian; one page follows:
//
//	 0  page number
//	 4  size of the database in pages after the commit; 0 in all but commit frames
//	 8  salt        two words, those of the file's header
//	16  checksum    continues the one of the frame before, over bytes 0-7 and the page
const (
	frameHeaderSize = 24
	sectorSize      = 512
)

// Frame is the header of a frame.
type Frame struct {
	Page, dbPages uint32
	salt          uint64
	stored        Sum
}

// ReadFrame reads the header of a frame, of which raw holds the whole.
func ReadFrame(raw []byte) Frame {
	return Frame{
		Page:    binary.BigEndian.Uint32(raw),
		dbPages: binary.BigEndian.Uint32(raw[4:]),
		salt:    binary.BigEndian.Uint64(raw[8:]),
		stored:  readSum(raw[16:]),
	}
}

func (f Frame) isCommit() bool { return f.dbPages != 0 }

// follows reports whether the frame in raw continues the checksum before.
func (f Frame) follows(before Sum, raw []byte, bigEndian bool) bool {
	return FrameSum(before, raw, bigEndian) == f.stored
}

// FrameSum is the checksum of a frame that continues the one before.
func FrameSum(before Sum, raw []byte, bigEndian bool) Sum {
	return before.Add(raw[:8], bigEndian).Add(raw[frameHeaderSize:], bigEndian)
}

// Chain follows the frames of one file and judges the first bad one by what
// comes after it.
type Chain struct {
	Head   Header
	Report Report
	at     int64 // offset of the next frame
	n      int   // frames seen
	intact bool  // SQLite accepts every frame so far

	last     Frame
	stored   Sum  // checksum that the next frame continues, as the file has it
	computed Sum  // the same from the content: differs when the stored one is bad
	ends     bool // the last frame is known to end its transaction

	Proven     int    // frames up to the last commit that is known to be durable
	ProvenSize uint32 // of the database after it, in pages
	Claimed    int    // the same, of the last frame that looks like a commit
	ClaimSize  uint32

	firstBad   int
	firstBadAt int64
	unfinished bool // frames of this life of the file follow the last commit
}

func newChain(head Header) *Chain {
	return &Chain{
		Head: head, Report: Report{PageSize: head.PageSize},
		at: HeaderSize, intact: true,
		stored: head.stored, computed: head.computed,
	}
}

func (c *Chain) step(raw []byte) {
	c.n++
	f := ReadFrame(raw)
	ours := f.salt == c.Head.Salt
	if ours && f.isCommit() {
		c.Claimed, c.ClaimSize = c.n, f.dbPages
	}
	if !ours && !c.intact {
		c.skip(f)
	} else {
		c.link(f, raw, ours)
	}
	c.at += int64(len(raw))
}

// skip passes a frame of a former life of the file.
func (c *Chain) skip(f Frame) {
	c.last, c.stored, c.computed, c.ends = f, f.stored, f.stored, false
}

func (c *Chain) link(f Frame, raw []byte, ours bool) {
	sum := FrameSum(c.stored, raw, c.Head.bigEndian)
	linked := sum == f.stored && f.Page != 0
	switch {
	case linked && ours && c.intact:
		c.accept(f)
	case c.intact:
		c.intact, c.firstBad, c.firstBadAt = false, c.n, c.at
		c.unfinished = c.unfinished || ours
		c.judge(f, linked)
	default:
		c.unfinished = true
		if !linked && c.computed != c.stored && f.follows(c.computed, raw, c.Head.bigEndian) {
			linked, c.ends = true, c.last.isCommit() // only the stored checksum before was bad
		}
		if linked && c.ends {
			c.Report.Corrupt = true
			c.prove(c.n-1, c.last)
		}
		c.judge(f, linked)
	}
	c.last, c.stored, c.computed = f, f.stored, sum
}

func (c *Chain) accept(f Frame) {
	c.unfinished = !f.isCommit()
	if f.isCommit() {
		c.Report.Frames, c.Report.Pages = c.n, int(f.dbPages)
		c.Report.Commits++
		c.prove(c.n, f)
	}
}

func (c *Chain) prove(frames int, f Frame) { c.Proven, c.ProvenSize = frames, f.dbPages }

// judge decides, from the first bad frame on, whether f ends a transaction. It
// believes the commit mark of a frame whose checksum fails when the frame's header is
// in one sector, which a crash leaves old or new but never mixed: the next frame can
// only continue a checksum that was written together with the commit mark.
func (c *Chain) judge(f Frame, linked bool) {
	oneSector := c.at%sectorSize <= sectorSize-frameHeaderSize
	c.ends = f.isCommit() && (linked || oneSector)
	if f.isCommit() && linked {
		c.Report.LostCommits++
		c.prove(c.n, f)
	}
}

func (c *Chain) finish(rest int64) Report {
	r := c.Report
	switch {
	case r.Corrupt:
		r.CorruptFrame, r.CorruptAt = c.firstBad, c.firstBadAt
	case c.unfinished || c.intact && rest > 0:
		r.Torn, r.LostCommits = true, 0
		r.TornAt = HeaderSize + int64(r.Frames)*int64(frameHeaderSize+r.PageSize)
	default:
		r.LostCommits = 0
	}
	return r
}
