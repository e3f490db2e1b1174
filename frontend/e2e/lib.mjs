// What every browser script needs: the system's Chromium, a page of one size and scheme, a server child, pictures.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

export const here = path.dirname(fileURLToPath(import.meta.url))
export const shots = process.env.PACE_SHOTS ?? path.join(tmpdir(), 'pace-interface')

export const sizes = { desk: { width: 1000, height: 700 }, small: { width: 420, height: 640 } }

/** A Chromium of the system; root in a container has no sandbox. */
export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })

/** A page that keeps any error of its own in page.problems. */
export async function open(browser, url, { size = sizes.desk, scheme = 'light', reduced = true, cookies = [] } = {}) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: scheme,
    reducedMotion: reduced ? 'reduce' : 'no-preference',
  })
  await context.addCookies(cookies)
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  page.problems = []
  page.on('pageerror', (e) => page.problems.push(String(e)))
  page.on('console', (m) => m.type() === 'error' && page.problems.push(m.text()))
  await page.goto(url)
  return page
}

export async function shot(page, name) {
  await mkdir(shots, { recursive: true })
  await page.screenshot({ path: path.join(shots, `${name}.png`), animations: 'disabled' })
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

const readyLimit = 60_000
const endLimit = 15_000

/**
 * Starts a program, waits until a line of its output matches, and gives the match and two ways to end it: stop asks it
 * to, kill leaves it no choice. Both answer its exit code, or the signal that ended it.
 */
export async function serve(command, args, ready, options = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options })
  const exited = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
  let said = ''
  const match = await new Promise((resolve, reject) => {
    const bound = setTimeout(
      () => reject(new Error(`${command} was not ready in ${readyLimit / 1000} s:\n${said}`)),
      readyLimit,
    )
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
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${said}`)))
  }).catch((e) => {
    child.kill()
    throw e
  })
  const end = async (signal) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    child.stdin.end()
    const bound = setTimeout(() => child.kill('SIGKILL'), endLimit)
    const how = await exited
    clearTimeout(bound)
    return how
  }
  return { match, child, said: () => said, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
