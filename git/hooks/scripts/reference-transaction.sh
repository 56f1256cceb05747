wanted() { [ "$1" = committed ]; }

# A push ends with what the clone follows of the remote: it is told from there on.
tell() {
	while read -r old new ref; do
		case $ref in
		refs/remotes/*)
			lay reference-transaction "$old $new $ref" && hand
			return
			;;
		esac
	done
}
