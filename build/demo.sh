#!/usr/bin/env bash
# Shows what Pace does: opens the calculator, computes, and writes a line into an editor, each step proved. Without a
# display it does so on a private desktop. Ends with 0 only if every step was confirmed.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
pace=${PACE:-$here/bin/pace}

if [ -z "${DISPLAY:-}" ]; then
  echo "There is no display, so this runs on a private desktop that nobody sees. A picture of it is taken at the end."
  exec "$here/virtual-desktop.sh" run -- "$0" "$@"
fi

# Records and traces of the demo stay apart from the user's own.
home=$(mktemp -d "${TMPDIR:-/tmp}/pace-demo.XXXXXX")
export PACE_HOME=$home/pace
shot=${PACE_DEMO_SHOT:-${TMPDIR:-/tmp}/pace-demo.png}
failed=0

step() {
  printf '\n\033[1m› %s\033[0m\n' "$1"
  local code=0
  "$pace" ask "$1" || code=$?
  [ "$code" -eq 0 ] || { failed=$((failed + 1)); echo "  (not confirmed: exit code $code)"; }
}

step 'open Calculator'
step 'press seven times six equals'
step 'open Mousepad'
step 'type “Grüße aus Zürich: naïve café, π ≈ 3,14, Ελλάδα, Привет”'
step 'undo that'
step 'type “Grüße aus Zürich: naïve café, π ≈ 3,14, Ελλάδα, Привет”'
step 'put this window on the right half'

echo
if command -v import >/dev/null; then
  import -window root "$shot" && echo "Screenshot: $shot"
else
  echo "No screenshot: the program import (package imagemagick) is not installed."
fi
rm -rf "$home"
if [ "$failed" -gt 0 ]; then
  echo "$failed of 7 steps were not confirmed."
  exit 1
fi
echo "All 7 steps were confirmed."
