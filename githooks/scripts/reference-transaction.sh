wanted() { [ "$1" = committed ]; }

# A push ends with what the clone follows of the remote. claw reads on where this stops.
tell() {
	while read -r old new ref; do
		case $ref in
		refs/remotes/*)
			"$claw" ship hook reference-transaction "$1" --note "$note" "$old $new $ref"
			return
			;;
		esac
	done
}
