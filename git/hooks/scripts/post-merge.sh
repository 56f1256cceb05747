wanted() { [ "$1" = 0 ]; } # a squash moves nothing

tell() {
	set -- $(git rev-parse ORIG_HEAD HEAD --symbolic-full-name HEAD)
	[ $# = 3 ] && lay post-merge "$1 $2 $3" </dev/null && hand
} 2>/dev/null
