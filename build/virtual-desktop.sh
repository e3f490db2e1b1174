#!/usr/bin/env bash
# A private desktop without a monitor: its own X server, session bus, accessibility bus, window manager, home folder
# and browser. Nothing of it touches the desktop, the settings or the programs of the person who runs it.
#
#   virtual-desktop.sh run   [options] -- COMMAND…   start, run COMMAND inside, stop; the exit code is COMMAND's
#   virtual-desktop.sh hold  [options]               start, print "ready DIR", stop when standard input closes
#   virtual-desktop.sh start [options]               start and leave it running; prints DIR/env.sh, to be sourced
#   virtual-desktop.sh stop  --dir DIR               end everything that runs in it
#
# Options
#   --display :N        this display; otherwise a free one is found
#   --size WxH[xD]      screen, 1280x800x24
#   --wm NAME           openbox (default), icewm or none
#   --layout L          keyboard: us (default), de, fr, or a list such as us,de
#   --lang L            language of the programs, C.UTF-8; e.g. de_DE.UTF-8
#   --scale N           whole-number scale of the programs, 1
#   --dir DIR           where its home, logs, env.sh and pids are kept; otherwise a temporary folder which goes at stop
#   --compositor        also picom                 --sound   also PulseAudio with a sink that leads nowhere
#   --keyring           also an unlocked keyring
#
# Every step waits for the thing itself (the X server's display number, the bus's address, the window manager's mark on
# the root window), never for a time; each wait is bounded by 10 s. Processes are ended by their recorded id and by the
# mark PACE_DESKTOP=DIR in their environment, which env.sh does not hand on: what you start from your own shell stays.
set -u
self=$(readlink -f "${BASH_SOURCE[0]}")
wait_limit=10 # seconds for one part to come up

die()   { printf 'virtual-desktop: %s\n' "$*" >&2; exit 1; }
usage() { sed -n '2,/^set -u/{/^# \{0,1\}/s///p}' "$self"; exit "${1:-0}"; }

# --- arguments -----------------------------------------------------------------------------------------------------

verb=${1:-} display='' size=1280x800x24 wm=openbox layout=us lang=C.UTF-8 scale=1 dir='' compositor='' sound='' keyring=''
[ $# -gt 0 ] && shift
case $verb in start|stop|run|hold|guard) ;; -h|--help|help) usage ;; *) usage 2 >&2 ;; esac
while [ $# -gt 0 ]; do
  case $1 in
    --display|--size|--wm|--layout|--lang|--scale|--dir)
      [ $# -ge 2 ] || die "$1 needs a value"
      printf -v "${1#--}" %s "$2"; shift 2 ;;
    --compositor|--sound|--keyring) printf -v "${1#--}" yes; shift ;;
    --) shift; break ;;
    *) die "unknown option $1 (see --help)" ;;
  esac
done
[[ -z $display || $display =~ ^:[0-9]+$ ]] || die "--display wants :N, not $display"
[[ $size =~ ^[0-9]+x[0-9]+$ ]] && size+=x24
[[ $size =~ ^[0-9]+x[0-9]+x[0-9]+$ ]] || die "--size wants WxHxD, not $size"
[[ $scale =~ ^[1-9]$ ]] || die "--scale wants a whole number, not $scale"
[[ $wm =~ ^(openbox|icewm|none)$ ]] || die "--wm wants openbox, icewm or none, not $wm"

# --- processes -----------------------------------------------------------------------------------------------------

started_at() { # the kernel's start mark of process $1: tells it from a later one with the same number
  local stat
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  set -- ${stat##*) }
  [ "$1" != Z ] && printf '%s' "${20}"
}

# spawn NAME COMMAND…: runs it as the leader of its own process group with its output in DIR/log/NAME.log. What it
# writes to its descriptor 3 can be read here from descriptor 8, which ends when the process does; its id is $spawned.
spawn() {
  local name=$1; shift
  exec 8< <(exec setsid "$@" 3>&1 >"$dir/log/$name.log" 2>&1 </dev/null 9>&-)
  spawned=$!
  printf '%s %s %s\n' "$name" "$spawned" "$(started_at $spawned)" >>"$dir/pids"
}

give_up() { # give_up NAME: says why a part did not come up; the EXIT trap ends the rest
  printf 'virtual-desktop: %s did not come up:\n' "$1" >&2
  tail -n 5 "$dir/log/$1.log" >&2 2>/dev/null
  exit 1
}

# marked: ids of the processes born in this desktop, without this script and whoever called it
marked() {
  local pid up=" $$ " parent=$$
  while [ "${parent:-0}" -gt 1 ]; do
    parent=$(awk '$1 == "PPid:" { print $2 }' "/proc/$parent/status" 2>/dev/null)
    up+="$parent "
  done
  while IFS=/ read -r _ _ pid _; do
    [[ $up == *" $pid "* ]] || printf '%s\n' "$pid"
  done < <(exec env -u PACE_DESKTOP grep -lzxF -- "PACE_DESKTOP=$dir" /proc/[0-9]*/environ 2>/dev/null)
}

recorded() { # ids of the recorded parts which still run, the last started first
  local name pid mark
  [ -f "$dir/pids" ] && tac "$dir/pids" | while read -r name pid mark; do
    [ -n "$mark" ] && [ "$(started_at "$pid")" = "$mark" ] && printf '%s\n' "$pid"
  done
}

signal() { # signal NAME PID…: to the whole group where the process leads one
  local name=$1 pid; shift
  for pid in "$@"; do kill "-$name" -- "-$pid" 2>/dev/null || kill "-$name" "$pid" 2>/dev/null; done
}

gone() { # gone PID…: waits up to 2 s until none of them runs
  local pid left=100
  for pid in "$@"; do
    while started_at "$pid" >/dev/null; do
      [ $((left -= 1)) -gt 0 ] || return 1
      sleep 0.02
    done
  done
}

stop_desktop() { # programs first, then the desktop under them; politely, then not
  local core programs
  export -n PACE_DESKTOP
  core=" $(recorded | tr '\n' ' ')"
  programs=$(marked | while read -r p; do [[ $core == *" $p "* ]] || echo "$p"; done)
  # One KILL is not always enough: a program may have started another while it was ending.
  signal TERM $programs; gone $programs || signal KILL $(marked | while read -r p; do [[ $core == *" $p "* ]] || echo "$p"; done)
  signal TERM $core; gone $core || signal KILL $core
  programs=$(marked); signal KILL $programs; gone $programs $core
  programs=$(marked)
  rm -f "$dir/pids" "$dir/env" "$dir/env.sh"
  if [ -f "$dir/.temporary" ]; then rm -rf -- "$dir" "$(cat "$dir/.temporary")"; fi
  [ -z "$programs" ] || { printf 'virtual-desktop: still running: %s\n' "$(tr '\n' ' ' <<<"$programs")" >&2; return 1; }
}

# --- what a program sees -------------------------------------------------------------------------------------------

# environment: one NAME=VALUE a line; a bare NAME is to be unset. Go's folders stay the caller's own, since a new home
# would otherwise download and compile everything again. GTK 4 draws without OpenGL: there is no graphics card behind
# Xvfb, and compiling its shaders in software takes seconds in each new home.
environment() {
  local go_path=${GOPATH:-$HOME/go} cache=${XDG_CACHE_HOME:-$HOME/.cache}
  cat <<END
GOPATH=$go_path
GOCACHE=${GOCACHE:-$cache/go-build}
GOMODCACHE=${GOMODCACHE:-${go_path%%:*}/pkg/mod}
GOENV=${GOENV:-${XDG_CONFIG_HOME:-$HOME/.config}/go/env}
npm_config_cache=${npm_config_cache:-$HOME/.npm}
npm_config_userconfig=${npm_config_userconfig:-$HOME/.npmrc}
HOME=$dir/home
PATH=$dir/home/.local/bin:$PATH
XDG_RUNTIME_DIR=$runtime
XDG_CONFIG_HOME=$dir/home/.config
XDG_DATA_HOME=$dir/home/.local/share
XDG_STATE_HOME=$dir/home/.local/state
XDG_CACHE_HOME=$dir/home/.cache
XDG_CURRENT_DESKTOP=GNOME
XDG_SESSION_TYPE=x11
DISPLAY=$display
XAUTHORITY=$dir/home/.Xauthority
DBUS_SESSION_BUS_ADDRESS=unix:path=$runtime/bus
LANG=$lang
LC_ALL=$lang
BROWSER=$dir/home/.local/bin/chromium
GDK_BACKEND=x11
GDK_SCALE=$scale
GSETTINGS_BACKEND=keyfile
GIO_USE_VFS=local
GSK_RENDERER=cairo
GTK_A11Y=atspi
GTK_USE_PORTAL=0
QT_QPA_PLATFORM=xcb
QT_SCALE_FACTOR=$scale
QT_ACCESSIBILITY=1
QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1
PULSE_SERVER=unix:$runtime/pulse/native
WAYLAND_DISPLAY
SESSION_MANAGER
DESKTOP_STARTUP_ID
AT_SPI_BUS_ADDRESS
NO_AT_BRIDGE
GTK_MODULES
GTK_THEME
GTK_IM_MODULE
QT_IM_MODULE
QT_STYLE_OVERRIDE
XMODIFIERS
LANGUAGE
GNOME_KEYRING_CONTROL
SSH_AUTH_SOCK
PACE_HOME
END
}

shell_form() { # the same as commands for any POSIX shell
  local line value
  while IFS= read -r line; do
    if [[ $line == *=* ]]; then value=${line#*=}; printf "export %s='%s'\n" "${line%%=*}" "${value//\'/\'\\\'\'}"
    else printf 'unset %s\n' "$line"; fi
  done
}

# furnish_home: settings that exist before the first program asks, and a browser that runs here. Chromium refuses to
# start as root with its sandbox on, so the default handler of web addresses is a launcher which knows the flags.
furnish_home() {
  local applications=$XDG_DATA_HOME/applications
  mkdir -p "$HOME/.local/bin" "$applications" "$XDG_CONFIG_HOME/glib-2.0/settings" "$XDG_STATE_HOME" "$XDG_CACHE_HOME"
  : >"$XAUTHORITY"
  printf '[org/gnome/desktop/interface]\ntoolkit-accessibility=true\n' >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile"
  cat >"$HOME/.local/bin/chromium" <<END
#!/bin/sh
exec /usr/bin/chromium --no-sandbox --force-renderer-accessibility --no-first-run --no-default-browser-check \\
  --disable-background-networking --disable-component-update --disable-sync --disable-default-apps --disable-gpu --test-type \\
  --disable-dev-shm-usage --password-store=basic --force-device-scale-factor=$scale \\
  --user-data-dir='$dir/home/browser' "\$@"
END
  chmod +x "$HOME/.local/bin/chromium"
  cat >"$applications/chromium.desktop" <<END
[Desktop Entry]
Type=Application
Name=Chromium
GenericName=Web Browser
Exec=$HOME/.local/bin/chromium %U
Icon=chromium
Categories=Network;WebBrowser;
StartupWMClass=chromium
MimeType=text/html;application/xhtml+xml;x-scheme-handler/http;x-scheme-handler/https;
END
  cat >"$XDG_CONFIG_HOME/mimeapps.list" <<END
[Default Applications]
text/html=chromium.desktop
application/xhtml+xml=chromium.desktop
x-scheme-handler/http=chromium.desktop
x-scheme-handler/https=chromium.desktop
END
}

# --- starting ------------------------------------------------------------------------------------------------------

start_x() {
  # Without a number Xvfb looks for a free one itself, so two desktops that start at once cannot meet.
  spawn xvfb Xvfb $display -displayfd 3 -screen 0 "$size" -dpi 96 -nolisten tcp -noreset -s 0
  local number
  read -r -t $wait_limit -u 8 number || give_up xvfb
  display=:$number
}

start_bus() {
  spawn dbus dbus-daemon --session --nofork --nopidfile --print-address=3 --address="$DBUS_SESSION_BUS_ADDRESS"
  local address
  read -r -t $wait_limit -u 8 address || give_up dbus
}

start_window_manager() {
  [ $wm = none ] && return
  # The window manager puts this property on the root window once it rules the screen. xprop can only watch a name that
  # the server knows, so it is first set to nothing. xprop reads once before it listens, hence the second look at each
  # quiet second.
  local mark=_NET_SUPPORTING_WM_CHECK line='' quiet=0 watcher
  xprop -root -f $mark 32c -set $mark 0 9>&-
  exec 7< <(exec xprop -root -spy $mark 2>/dev/null 8<&- 9>&-)
  watcher=$!
  read -r -t $wait_limit -u 7 line
  spawn $wm $wm
  until [[ $line == *'window id'* ]]; do
    read -r -t 1 -u 7 line && continue
    line=$(xprop -root $mark 2>/dev/null)
    [ $((quiet += 1)) -lt $wait_limit ] || { kill $watcher 2>/dev/null; give_up $wm; }
  done
  kill $watcher 2>/dev/null
  exec 7<&-
}

start_accessibility() { # the call activates the accessibility bus and is answered when that bus listens
  dbus-send --session --print-reply --reply-timeout=$((wait_limit * 1000)) --dest=org.a11y.Bus /org/a11y/bus \
    org.a11y.Bus.GetAddress >"$dir/log/accessibility.log" 2>&1 8<&- 9>&- || give_up accessibility
}

start_extras() {
  if [ -n "$compositor" ]; then # goes into the background once it draws
    picom -b --backend xrender --log-file "$dir/log/picom.log" >/dev/null 2>&1 8<&- 9>&- || give_up picom
  fi
  if [ -n "$keyring" ]; then
    spawn keyring sh -c 'printf pace | exec gnome-keyring-daemon --unlock --components=secrets --foreground'
    gdbus wait --session --timeout $wait_limit org.freedesktop.secrets 8<&- 9>&- || give_up keyring
  fi
  if [ -n "$sound" ]; then # returns once it serves
    pulseaudio --daemonize=yes --exit-idle-time=-1 -n --log-target="file:$dir/log/sound.log" \
      -L "module-native-protocol-unix socket=$runtime/pulse/native" -L 'module-null-sink sink_name=nowhere' \
      >/dev/null 2>&1 8<&- 9>&- || give_up sound
  fi
}

start_desktop() {
  local needed
  for needed in Xvfb dbus-daemon dbus-send xprop setsid; do
    command -v $needed >/dev/null || die "$needed is not installed (build/setup.sh installs it)"
  done
  [ $wm = none ] || command -v $wm >/dev/null || die "$wm is not installed (build/setup.sh installs it)"
  if [ -z "$dir" ]; then
    dir=$(mktemp -d "${TMPDIR:-/tmp}/pace-desktop.XXXXXX") || die 'no temporary folder'
    : >"$dir/.temporary"
  fi
  mkdir -p "$dir/log" "$dir/home" || die "cannot write to $dir"
  dir=$(readlink -f "$dir")
  [ -z "$(recorded)" ] || { running=$dir dir=''; die "a desktop already runs in $running; stop --dir $running ends it"; }
  rm -f "$dir/pids" "$dir/env" "$dir/env.sh"; : >"$dir/pids"
  runtime=$dir/run
  if [ ${#runtime} -gt 80 ]; then # a socket's path may not be longer than 107 bytes
    runtime=$(mktemp -d /tmp/pace-run.XXXXXX); [ -f "$dir/.temporary" ] && printf %s "$runtime" >"$dir/.temporary"
  fi
  mkdir -p "$runtime/pulse"; chmod 700 "$runtime"

  export PACE_DESKTOP=$dir
  start_x
  environment >"$dir/env.part"
  shell_form <"$dir/env.part" >"$dir/env.sh.part"
  . "$dir/env.sh.part"
  furnish_home
  cd "$HOME" || exit 1
  start_bus
  start_accessibility &
  local accessibility=$!
  [ "$layout" = us ] || setxkbmap -layout "$layout" >"$dir/log/layout.log" 2>&1 || give_up layout
  start_window_manager
  wait $accessibility || exit 1
  start_extras
  exec 8<&-
  cd "$caller" || exit 1
  mv "$dir/env.part" "$dir/env"; mv "$dir/env.sh.part" "$dir/env.sh" # complete or not there
}

# --- verbs ---------------------------------------------------------------------------------------------------------

caller=$PWD
undo() { # the EXIT trap of a desktop that must not outlive this script
  local code=$?
  trap '' TERM INT HUP
  trap - EXIT
  if [ -n "$dir" ] && [ -d "$dir" ]; then cd / && stop_desktop || code=1; fi
  exit $code
}
undo_at_the_end() {
  trap undo EXIT
  trap 'exit 143' TERM
  trap 'exit 130' INT
  trap 'exit 129' HUP
}
# watch_over_me: a second process notices, by the end of a pipe, when this one is killed without a chance to clean up.
watch_over_me() {
  exec 9> >(exec setsid env -u PACE_DESKTOP bash "$self" guard --dir "$dir" >/dev/null 2>&1)
}

case $verb in
  start)
    undo_at_the_end
    start_desktop
    trap - EXIT TERM INT HUP
    printf '%s\n' "$dir/env.sh" ;;
  stop)
    [ -n "$dir" ] || die 'stop needs --dir DIR'
    [ -d "$dir" ] || exit 0
    dir=$(readlink -f "$dir")
    cd / && stop_desktop ;;
  guard)
    trap '' INT HUP
    cat >/dev/null
    [ -f "$dir/pids" ] && cd / && stop_desktop ;;
  hold)
    undo_at_the_end
    start_desktop
    printf 'ready %s\n' "$dir"
    cat >/dev/null <&0 & # in the background, so that a signal is heard at once
    wait $! ;;
  run)
    [ $# -gt 0 ] || die 'run needs -- COMMAND…'
    undo_at_the_end
    start_desktop
    watch_over_me
    # A background job of a script ignores Ctrl-C; give the command the usual behaviour back.
    env --default-signal=INT,QUIT -- "$@" <&0 9>&- &
    command=$!
    wait $command
    exit $? ;;
esac
