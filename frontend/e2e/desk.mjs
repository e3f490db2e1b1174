// A private desktop with the real Pace and a program for it to work on.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { here, serve } from './lib.mjs'

const root = path.join(here, '..', '..')
/** The binary that make build makes. */
export const pace = process.env.PACE ?? path.join(root, 'build', 'bin', 'pace')
const python = '/usr/bin/python3' // another one on the path may lack GTK

/** The first thing without which nothing here can be looked at; undefined when all are there. */
export function missing() {
  const has = (name) => (process.env.PATH ?? '').split(':').some((folder) => existsSync(path.join(folder, name)))
  if (!existsSync(pace)) return `${pace}, which make build makes`
  if (!existsSync(python)) return python
  return ['Xvfb', 'dbus-daemon', 'openbox', 'xprop', 'chromium', 'gnome-calculator'].find((name) => !has(name))
}

// The window manager names the window in front on the root window; xprop says each time it does.
const untilInFront = `
exec 3< <(exec xprop -root -spy _NET_ACTIVE_WINDOW)
watcher=$!
"$@" &
trap 'kill $!' TERM
while read -r line <&3; do [[ $line == *0x[1-9a-f]* ]] && break; done
kill $watcher
echo shown
wait $!`

// All but what changes by itself: that would make the proof of everything else wait, and is tested elsewhere.
const controls = 'now,later,nothing,disabled,dialog,name,notes,same,agree,level,colour,menu,tabs'

const copied = `
import sys, gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk, Gdk
board = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
board.set_text(sys.argv[1], -1)
print("copied", flush=True)
Gtk.main()`

// A long past, one step every seven minutes.
const past = `
import json, sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], timeout=20)
now = int(time.time() * 1000)
effects = ["confirmed", "confirmed", "unverifiable", "unchanged"]
db.executemany(
    "INSERT INTO runs (turn, step, tool, args, effect, means, report, at, said, origin, label, evidence) VALUES (?,0,'click','{}',?,'semantic',?,?,?,'interface',?,?)",
    [(f"past-{i}", effects[i % 4], "It was pressed.", now - (int(sys.argv[2]) - i) * 420_000, f"sentence {i}", f"Press “Button {i}”",
      json.dumps([{"kind": "windowNew", "what": "dialog Saved", "before": "", "after": ""}])) for i in range(int(sys.argv[2]))])
db.commit()`

/** Starts the desktop. What is started in it ends with it. */
export async function desktop() {
  const hold = await serve('bash', [path.join(root, 'build', 'virtual-desktop.sh'), 'hold'], /^ready (.*)$/m)
  const dir = hold.match[1]
  const env = { ...process.env, PACE_DESKTOP: dir }
  for (const line of (await readFile(path.join(dir, 'env'), 'utf8')).split('\n')) {
    const at = line.indexOf('=')
    if (at < 0) delete env[line]
    else env[line.slice(0, at)] = line.slice(at + 1)
  }
  const log = path.join(dir, 'effects.ndjson')
  const fixture = path.join(root, 'build', 'fixtures', 'gtk3.py')

  return {
    /** A pace serve; addr takes the port of one that has ended, and more is added to its environment. */
    pace: (addr = '127.0.0.1:0', more = {}) =>
      serve(pace, ['serve', '--addr', addr], /Pace is at (http:\/\/(127\.0\.0\.1:\d+)\/\S*)/, {
        env: { ...env, ...more },
      }),
    /** A command in a terminal: its exit code and what it printed. */
    command: (...args) =>
      new Promise((tell) =>
        execFile(pace, args, { env, timeout: 60_000 }, (e, out, err) =>
          tell({ code: e ? e.code : 0, said: out + err }),
        ),
      ),
    /** Pace's own folder. */
    data: path.join(env.XDG_DATA_HOME, 'pace'),
    /** What a browser does with a pace:// link: the program that is registered for it starts a second time. */
    link: (url) =>
      new Promise((tell) =>
        execFile(pace, [url], { env, timeout: 60_000 }, (e, out, err) =>
          tell({ code: e ? e.code : 0, said: out + err }),
        ),
      ),
    /** The fixture: a window whose controls each do one known thing. Ready when it is in front. */
    fixture: () =>
      serve('bash', ['-c', untilInFront, 'fixture', fixture, '--title', 'Fixture', '--only', controls], /shown/, {
        env: { ...env, PACE_FIXTURE_LOG: log },
      }),
    /** Another Pace, with a home of its own, acts on the same desktop: somebody else, to this one. */
    stranger: (text) =>
      new Promise((tell) =>
        execFile(
          pace,
          ['ask', text],
          { env: { ...env, PACE_HOME: path.join(dir, 'stranger') }, timeout: 60_000 },
          (e, out, err) => tell({ code: e ? e.code : 0, said: out + err }),
        ),
      ),
    /** Puts so many steps on record, as if they had been done over the last days. */
    remember: (n) =>
      promisify(execFile)(python, ['-c', past, path.join(env.XDG_DATA_HOME, 'pace', 'pace.db'), String(n)]),
    /** Writes into the audit what is said to have left so many hours ago. */
    audit: (...rows) =>
      appendFile(
        path.join(env.XDG_DATA_HOME, 'pace', 'audit.jsonl'),
        rows
          .map(({ hoursAgo, ...row }, i) => {
            const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
            return JSON.stringify({ at, id: `said-${i}`, state: 'ended', ...row }) + '\n'
          })
          .join(''),
      ),
    /** Some other program puts text on the clipboard, and has it until it is stopped. */
    copy: (text) => serve(python, ['-c', copied, text], /copied/, { env }),
    /** What truly happened in the fixture, "Now: now 1", oldest first. */
    effects: async () =>
      (await readFile(log, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .map((e) => `${e.control}: ${e.effect}`),
    settings: async () =>
      JSON.parse(await readFile(path.join(env.XDG_DATA_HOME, 'pace', 'settings.json'), 'utf8').catch(() => '{}')),
    stop: () => hold.stop(),
  }
}
