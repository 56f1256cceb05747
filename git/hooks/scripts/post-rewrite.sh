wanted() { :; }

# How the branch moved comes before the commits. A rebase says where it began; HEAD may be
# on no branch yet.
tell() {
	old=- ref=
	for rebase in "$folder/rebase-merge" "$folder/rebase-apply"; do
		if [ "$1" = rebase ] && [ -f "$rebase/orig-head" ]; then
			read -r old <"$rebase/orig-head"
			read -r ref <"$rebase/head-name"
		fi
	done
	set -- "$1" $(git rev-parse HEAD --symbolic-full-name HEAD 2>/dev/null)
	case $ref in refs/*) ;; *) ref=$3 ;; esac
	[ $# = 3 ] && lay "post-rewrite $1" "$old $2 $ref" && hand
}
