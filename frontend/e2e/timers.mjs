// Timers as a user meets them: a real pace serve, a command in a terminal, a browser. No screen is needed for that.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { pace } from './desk.mjs'
import { launch, open, serve, shot, sizes } from './lib.mjs'

const absent = [pace, process.env.CHROMIUM ?? '/usr/bin/chromium'].find((f) => !existsSync(f))
if (absent && process.env.CI === 'true') throw new Error(`missing: ${absent}`)

describe('a timer', { skip: absent && `missing: ${absent}`, timeout: 180_000 }, () => {
  let home, env, server, browser, page

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'pace-timers-'))
    env = { PATH: process.env.PATH, HOME: home, PACE_HOME: home, TZ: 'Europe/Berlin' }
    ;[server, browser] = await Promise.all([host(), launch()])
    page = await open(browser, server.match[1])
    await page.getByRole('heading', { name: 'What should happen?' }).waitFor()
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await rm(home, { recursive: true, force: true })
  })

  const host = () => serve(pace, ['serve'], /Pace is at (http:\/\/(127\.0\.0\.1:\d+)\/\S*)/, { env })
  /** What a command prints, whatever its exit code says. */
  const ask = (text, ...flags) =>
    promisify(execFile)(pace, ['ask', ...flags, text], { env }).then(
      (r) => r.stdout,
      (r) => r.stdout,
    )
  const strip = (p = page) => p.getByRole('region', { name: 'Timers' })
  const alarm = (p = page) => p.getByRole('alert', { name: 'Timers that ring' })
  const button = (name, p = page) => p.getByRole('button', { name, exact: true })

  it('that a command sets runs in the browser, rings there and is dismissed by keyboard', async () => {
    const said = await ask('set a tea timer for 2 seconds')
    assert.match(said, /The timer “tea” rings at \d\d:\d\d:\d\d, in [12] seconds?\./)
    assert.doesNotMatch(said, /only while Pace runs/)
    await alarm().getByText('Time is up: tea.').waitFor()
    await shot(page, 'timer-rings')
    await button('Dismiss the timer “tea”').focus()
    await page.keyboard.press('Enter')
    await alarm().getByText('Time is up: tea.').waitFor({ state: 'detached' })
    assert.match(await ask('what timers are running'), /No timer is running\./)
  })

  it('and a reminder is told there when it is due, and done in its file', async () => {
    const said = await ask('remind me to call Anna in 3 seconds', '--yes')
    assert.match(said, /“call Anna” is now in your reminders.* Pace tells you then\./)
    const due = page.getByRole('alert', { name: 'Reminders that are due' }).getByText('Reminder: call Anna')
    await due.waitFor()
    await shot(page, 'reminder-due')
    await button('Mark the reminder “call Anna” as done').click()
    await due.waitFor({ state: 'detached' })
    assert.match(await readFile(path.join(home, 'reminders', 'call-anna.ics'), 'utf8'), /STATUS:COMPLETED/)
    assert.match(await ask('what are my reminders'), /no open reminders/)
  })

  it('counts down in every window, in both schemes, and is cancelled in one of them', async () => {
    const { cookies } = await page.context().storageState()
    const second = await open(browser, `http://${server.match[2]}/`, { cookies, scheme: 'dark', size: sizes.small })
    await ask('set a timer for 90 minutes')
    await ask('set a pasta timer for 8 minutes')
    for (const [p, name] of [
      [page, 'timers'],
      [second, 'timers-small-dark'],
    ]) {
      const left = strip(p).getByRole('timer', { name: 'Left of the timer “pasta”' })
      await left.waitFor()
      const before = await left.innerText()
      assert.match(before, /^[78]:\d\d$/)
      await p.waitForFunction(([e, was]) => e.innerText !== was, [await left.elementHandle(), before])
      await shot(p, name)
    }
    await button('Cancel the timer “pasta”', second).click()
    await strip().getByText('pasta').waitFor({ state: 'detached' })
    assert.match(await ask('undo that'), /left alone/)
    assert.deepEqual(second.problems, [])
    await second.context().close()
  })

  it('that was due while Pace was killed rings when it comes up again', async () => {
    await ask('cancel all timers')
    await ask('set a rice timer for 1 second')
    await alarm().getByText('Time is up: rice.').waitFor()
    await ask('set a soup timer for 2 seconds')
    await server.kill()
    const said = await ask('set a bread timer for 1 second')
    assert.match(said, /it rings only while Pace runs/)
    server = await host()
    page = await open(browser, server.match[1])
    for (const name of ['rice', 'soup', 'bread'])
      await page
        .getByText(`Time is up: ${name}.`)
        .or(page.getByText(/more rings?\./))
        .first()
        .waitFor()
    await page.getByText('One more rings.').waitFor()
    await shot(page, 'timers-after-a-kill')
    await button('Dismiss all').click()
    await page
      .getByText(/Time is up/)
      .first()
      .waitFor({ state: 'detached' })
    assert.match(await ask('what timers are running'), /No timer is running\./)
    assert.deepEqual(page.problems, [])
  })
})
