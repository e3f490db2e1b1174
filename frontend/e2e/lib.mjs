// What every browser script needs: the system's Chromium, a page of one size and scheme, a server child, pictures.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

export const here = path.dirname(fileURLToPath(import.meta.url))
export const shots = path.join(here, 'shots')

export const sizes = { desk: { width: 1000, height: 700 }, small: { width: 420, height: 640 } }

/** A Chromium of the system; root in a container has no sandbox. */
export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })

/** A page that fails the script on any error of its own. */
export async function open(browser, url, { size = sizes.desk, scheme = 'light', reduced = true } = {}) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    reducedMotion: reduced ? 'reduce' : 'no-preference',
  })
  const page = await context.newPage()
  page.problems = []
  page.on('pageerror', (e) => page.problems.push(String(e)))
  page.on('console', (m) => m.type() === 'error' && page.problems.push(m.text()))
  await page.goto(url)
  return page
}

export async function shot(page, name) {
  await mkdir(shots, { recursive: true })
  await page.screenshot({ path: path.join(shots, `${name}.png`) })
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a program, waits until a line of its output matches, and gives the match and a way to end it. */
export async function serve(command, args, ready, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let said = ''
  const match = await new Promise((resolve, reject) => {
    const bound = setTimeout(() => reject(new Error(`${command} was not ready in 60 s:\n${said}`)), 60_000)
    const hear = (data) => {
      said += data
      const m = said.match(ready)
      if (m) {
        clearTimeout(bound)
        resolve(m)
      }
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${said}`)))
  }).catch((e) => {
    child.kill()
    throw e
  })
  return {
    match,
    child,
    stop: async () => {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
