#!/usr/bin/env bash
# Makes a machine ready to build and test Pace. Safe to run again; when nothing is missing it asks dpkg once,
# changes nothing and takes well under a second.
#
#   build/setup.sh            install what is missing, then the interface's npm packages
#   build/setup.sh --check    install nothing; say what is missing, exit 1 when the build would fail
#   build/setup.sh --list     the table below as text
#
# Exit code: 0 ready to build (a missing test program is only a warning), 1 something the build needs is missing.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# group | Debian package | what is missing without it
# build: without these nothing compiles. desktop: the private desktop of the tests. programs: what the tests drive.
packages='
build|gcc|cgo: the window of Pace does not compile
build|pkg-config|cgo does not find GTK and WebKit
build|make|the Makefile
build|libgtk-3-dev|the window of Pace does not compile
build|libwebkit2gtk-4.1-dev|the window of Pace does not compile
desktop|xvfb|no private display: every desktop test
desktop|dbus|no private session bus: every desktop test
desktop|dbus-x11|programs which start their own bus
desktop|at-spi2-core|no accessibility bus: every desktop test
desktop|openbox|no window manager: every desktop test
desktop|x11-utils|no sign that the window manager is ready: every desktop test
desktop|x11-xkb-utils|tests with other keyboard layouts
desktop|xkb-data|tests with other keyboard layouts
desktop|xauth|display authorisation
desktop|libglib2.0-bin|opening addresses and programs by their desktop entry
desktop|xdg-utils|opening addresses
desktop|desktop-file-utils|registering pace:// links
desktop|shared-mime-info|file types
desktop|fonts-dejavu-core|readable text
desktop|adwaita-icon-theme|icons and pointers in GTK programs
desktop|gsettings-desktop-schemas|desktop settings
desktop|locales|tests in a German session
desktop|procps|looking at the processes of a test
programs|gnome-calculator|tests with a GTK4 program of somebody else
programs|mousepad|tests with a GTK3 program of somebody else
programs|featherpad|the sentences for a Qt program of somebody else (pace bench apart)
programs|python3-gi|the GTK fixtures
programs|gir1.2-gtk-3.0|the GTK3 fixture
programs|gir1.2-gtk-4.0|the GTK4 fixture
programs|python3-pyqt5|the Qt fixture
programs|chromium|tests in a browser: the interface and web pages
programs|icewm|tests with a second window manager
programs|picom|tests of the overlay with a compositor
programs|pulseaudio|tests of volume and sound
programs|pulseaudio-utils|tests in which another program changes the volume
programs|pipewire|tests of volume with the other sound server
programs|pipewire-pulse|the same: the door that Pace uses
programs|wireplumber|the same: what knows the default output
programs|gnome-keyring|tests of stored secrets
programs|python3-venv|tests of the planner with a real model server
programs|thunar|tests of opening folders and pointing at files
programs|pcmanfm|tests of opening folders in a file manager that can not be asked to point at files
programs|xterm|tests with a program without accessibility
programs|zsh|tests of the completion script for zsh
programs|fish|tests of the completion script for fish
programs|xdotool|the baseline which the published timings are compared with
programs|imagemagick|tests of reading text off a picture; screenshots for people who look at a failed test
programs|tesseract-ocr|reading text off windows that show nothing to accessibility, and its tests
programs|tesseract-ocr-eng|the same: its English letters
'

list() { grep -v '^$' <<<"$packages"; }
say()  { printf '%s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }

install=yes
case "${1:-}" in
  '') ;;
  --check) install=no ;;
  --list) list | awk -F'|' '{ printf "%-10s %-28s %s\n", $1, $2, $3 }'; exit 0 ;;
  -h|--help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  *) say "setup: unknown option $1 (try --help)" >&2; exit 2 ;;
esac
failed=0

# --- system packages -----------------------------------------------------------------------------------------------

missing() { # names of the packages which dpkg does not call installed
  local installed
  installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $(list | cut -d'|' -f2) 2>/dev/null |
    awk '$1 == "installed" { print $2 }' | tr '\n' ' ') "
  list | cut -d'|' -f2 | while read -r p; do [[ $installed == *" $p "* ]] || say "$p"; done
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

apt() { # the packaging lock may be held by somebody else: wait for it, but not for ever
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=900 -o Acquire::Retries=3 "$@"
}

refresh_lists() { # apt-get does not wait for the lock of the package lists by itself
  local left=60
  until apt update -q >"$log" 2>&1; do
    grep -q 'Could not get lock' "$log" && [ $((left -= 1)) -gt 0 ] || { tail -3 "$log" >&2; return 1; }
    sleep 5
  done
}

install_packages() { # in one go, and one by one only when that fails, so that one bad package costs only itself
  local p
  say "setup: installing $*"
  apt install -q -y --no-install-recommends "$@" >"$log" 2>&1 && return
  refresh_lists && apt install -q -y --no-install-recommends "$@" >"$log" 2>&1 && return
  for p in "$@"; do
    apt install -q -y --no-install-recommends "$p" >"$log" 2>&1 || { say "setup: $p: $(grep -m1 '^E:' "$log")" >&2; }
  done
}

report_missing() { # says for each package what its absence costs; only the build group is an error
  local group package cost
  while IFS='|' read -r group package cost; do
    [[ " $* " == *" $package "* ]] || continue
    if [ "$group" = build ]; then say "setup: ERROR $package is not installed: $cost" >&2; failed=1
    else say "setup: warning: $package is not installed. Missing because of it: $cost" >&2; fi
  done < <(list)
}

if have dpkg-query && have apt-get; then
  mapfile -t todo < <(missing)
  if [ ${#todo[@]} -gt 0 ] && [ $install = yes ]; then
    log=$(mktemp) && trap 'rm -f "$log"' EXIT
    if [ "$(id -u)" != 0 ] && ! have sudo; then
      say "setup: neither root nor sudo, so nothing can be installed here: apt-get install ${todo[*]}" >&2
    else
      install_packages "${todo[@]}"
      mapfile -t todo < <(missing)
    fi
  fi
  [ ${#todo[@]} -eq 0 ] || report_missing "${todo[@]}"
elif [ "$(uname -s)" = Darwin ]; then
  have clang || { say 'setup: ERROR the command line tools are missing: xcode-select --install' >&2; failed=1; }
else
  say 'setup: this system has no apt. The same things under their own names are needed here:' >&2
  list | awk -F'|' '{ printf "  %-10s %-28s %s\n", $1, $2, $3 }' >&2
  have gcc && have pkg-config && pkg-config --exists gtk+-3.0 webkit2gtk-4.1 ||
    { say 'setup: ERROR gcc, pkg-config, gtk+-3.0 or webkit2gtk-4.1 is missing' >&2; failed=1; }
fi

# The German session of the tests needs its locale; a distribution usually has only the recipe for it.
if [ $install = yes ] && have localedef && [ "$(uname -s)" = Linux ]; then
  locale -a 2>/dev/null | grep -qix 'de_DE\.utf-\?8' || as_root localedef -i de_DE -f UTF-8 de_DE.UTF-8 ||
    say 'setup: warning: the locale de_DE.UTF-8 could not be made. Missing because of it: tests in a German session' >&2
fi

# --- languages -----------------------------------------------------------------------------------------------------

at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -1)" = "$2" ]; } # at_least FOUND NEEDED

need_version() { # need_version NAME NEEDED FOUND WHERE
  if [ -z "$3" ]; then say "setup: ERROR $1 is missing; $2 or newer is needed ($4)" >&2; failed=1
  elif ! at_least "$3" "$2"; then say "setup: ERROR $1 is $3; $2 or newer is needed ($4)" >&2; failed=1; fi
}

go_needed=$(awk '$1 == "go" { print $2; exit }' go.mod)
need_version Go "${go_needed%.0}" "$(go env GOVERSION 2>/dev/null | sed 's/^go//')" https://go.dev/dl
need_version Node.js 20.19 "$(node --version 2>/dev/null | sed 's/^v//')" https://nodejs.org
have npm || { say 'setup: ERROR npm is missing; it comes with Node.js' >&2; failed=1; }

# --- the interface's packages --------------------------------------------------------------------------------------

# npm writes node_modules/.package-lock.json as its last act, so its date says which lock file is installed.
lock=frontend/package-lock.json installed=frontend/node_modules/.package-lock.json
if [ -f "$lock" ] && have npm && { [ ! -f "$installed" ] || [ "$lock" -nt "$installed" ]; }; then
  if [ $install = no ]; then say 'setup: the interface needs: npm ci (in frontend/)' >&2; failed=1
  else
    say 'setup: npm ci in frontend/'
    if (cd frontend && npm ci --prefer-offline --no-audit --no-fund --loglevel=error); then touch "$installed"
    else say 'setup: ERROR npm ci failed in frontend/: the interface cannot be built' >&2; failed=1; fi
  fi
fi

# --- a real model server for the tests -----------------------------------------------------------------------------

# Outside the tree and named after its version: another version is another folder, and a fresh clone finds what an older
# one has installed. The file "ready" is written last, so that half an installation is none.
install_model_server() {
  local name root
  name=$(sed -n 's/^\([a-z]*\)==\([0-9.]*\).*/\1-\2/p' build/model-server.txt)
  root=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/pace/model-server/$name
  [ -e "$root/ready" ] && return
  [ $install = yes ] || { say "setup: warning: $name is not installed. Missing because of it: the planner against a real model server" >&2; return; }
  say "setup: installing $name"
  mkdir -p "$root"
  (
    flock -w 600 9 || exit 1 # two clones may be set up at once
    [ -e "$root/ready" ] && exit 0
    python3 -m venv --clear "$root/venv" &&
      "$root/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
        --require-hashes -r build/model-server.txt &&
      "$root/venv/bin/python" -I -c 'import xllamacpp' && touch "$root/ready"
  ) 9>"$root/lock" || say "setup: warning: $name could not be installed. Missing because of it: the planner against a real model server" >&2
}
if [ "$(uname -s)" = Linux ]; then install_model_server; fi

[ $failed = 0 ] && say 'setup: ready'
exit $failed
