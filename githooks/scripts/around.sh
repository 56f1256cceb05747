#!/bin/sh
# Tells claw what git does here. Written by claw ship hooks install, which writes it
# anew, and taken out by claw ship hooks uninstall. The hook that was here before goes
# first, with the same arguments and input, and decides.
claw=@CLAW@
before=$0.before-claw
note=${GIT_DIR:-.git}/claw-push.$PPID

@HOOK@
if [ -x "$before" ]; then
	in=$(cat && echo .)
	printf %s "${in%.}" | "$before" "$@" || exit
fi
if [ -z "$CLAW_SHIP" ] && [ -x "$claw" ] && wanted "$@"; then
	if [ -x "$before" ]; then
		printf %s "${in%.}" | tell "$@"
	else
		tell "$@"
	fi
fi
exit 0
