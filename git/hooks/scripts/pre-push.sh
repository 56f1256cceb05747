wanted() { [ $said = 0 ]; }

# What goes where is laid down for the reference-transaction of the same git.
tell() {
	{
		printf '%s\n' "$1"
		while read -r line; do printf '%s\n' "$line"; done
	} >"$note"
} 2>/dev/null
