#!/bin/sh
# Tells claw what git does here. Written by claw ship hooks install, which writes it
# anew, and taken out by claw ship hooks uninstall. The hook that was here before goes
# first, with the same arguments and input, and decides.
claw=@CLAW@
before=$0.before-claw
said=0
folder=${GIT_DIR:-.git}
note=$folder/claw-push.$PPID
heard=$folder/claw-heard.$PPID.$$

# lay HOOK LINE lays down what happened: the line, what is left of the input, an end.
lay() {
	{
		printf '%s\n%s\n' "$1" "$2"
		while read -r line; do printf '%s\n' "$line"; done
		echo .
	} >"$heard"
} 2>/dev/null

# git waits for its hooks, and not for what they start: claw takes up what was laid down.
hand() {
	if [ -n "$CLAW_HOOKS_WAIT" ]; then
		"$claw" ship hook "$folder"
	else
		"$claw" ship hook "$folder" </dev/null >/dev/null 2>&1 &
	fi
}

@HOOK@
if [ -x "$before" ]; then
	in=$(cat && echo .)
	printf %s "${in%.}" | "$before" "$@"
	said=$?
fi
if [ -z "$CLAW_SHIP" ] && [ -x "$claw" ] && wanted "$@"; then
	if [ -x "$before" ]; then
		printf %s "${in%.}" | tell "$@"
	else
		tell "$@"
	fi
fi
exit $said
