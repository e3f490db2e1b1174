// The hooks of a tester, and what a user meets when records can't be kept: a browser, the real pace serve, commands in a
// terminal, a program on a private desktop. Each test goes on where the one before it ended.
//   npm run e2e            pictures of what was seen go to $PACE_SHOTS
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { desktop, missing } from './desk.mjs'
import { launch, open, shot } from './lib.mjs'

const absent = missing()
if (absent && process.env.CI === 'true') throw new Error(`missing: ${absent}`)

const on = { PACE_ENABLE_SMOKE_HOOKS: '1' }
const wide = { width: 960, height: 700 }
const narrow = { width: 400, height: 700 }

describe('a tester', { skip: absent && `missing: ${absent}`, timeout: 300_000 }, () => {
  let desk, fixture, server, browser, page

  before(async () => {
    desk = await desktop()
    ;[fixture, server, browser] = await Promise.all([desk.fixture(), desk.pace(), launch()])
    page = await open(browser, server.match[1], { size: wide })
    await button('Send').waitFor({ timeout: 60_000 })
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await fixture?.stop()
    await desk?.stop()
  })

  const button = (name, within = page) => within.getByRole('button', { name, exact: true })
  const turn = (text) => page.getByRole('article', { name: text, exact: true }).last()
  const asked = () => page.getByRole('alertdialog')
  const ready = () => button('Send').waitFor({ timeout: 60_000 })
  const marker = () => path.join(desk.data, 'smoke', 'marker.txt')
  async function looked(name) {
    for (const [as, size] of Object.entries({ wide, narrow }))
      for (const colorScheme of ['light', 'dark']) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await shot(page, `${name}-${as}-${colorScheme}`)
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(over <= 0, `${name} scrolls sideways at ${as}`)
      }
    await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  /** Another Pace in the place of the one that runs, at the same address; the page finds it again. */
  async function anew(more) {
    await server.stop()
    server = await desk.pace(server.match[2], more)
    await page.context().clearCookies()
    await page.goto(server.match[1])
    await ready()
  }

  it('finds nothing in a Pace that was not started for a test, whatever else asks for it', async () => {
    for (const hook of [
      'settings',
      'approval',
      'clarification',
      'click-fail',
      'annotations',
      'show-panel',
      'hide-panel',
    ]) {
      const { code, said } = await desk.command('smoke', hook)
      assert.equal(code, 3)
      assert.match(said, /has no smoke hooks/)
    }
    const answer = await page.evaluate(
      () =>
        new Promise((tell) => {
          const socket = new WebSocket(`ws://${location.host}/api/ws`)
          socket.onopen = () => socket.send(JSON.stringify({ id: 1, method: 'Smoke.Opened', params: [1] }))
          socket.onmessage = (m) => {
            const said = JSON.parse(m.data)
            if (said.id === 1) tell(said.error?.code)
          }
        }),
    )
    assert.equal(answer, 'notFound')
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(await page.getByRole('article').count(), 0)
    await anew({ PACE_ENABLE_SMOKE_HOOKS: 'true' })
    assert.match((await desk.command('smoke', 'settings')).said, /has no smoke hooks/)
    await anew(on)
  })

  it('opens the settings in every page', async () => {
    const { cookies } = await page.context().storageState()
    const other = await open(browser, `http://${server.match[2]}/`, { size: narrow, cookies })
    await button('Send', other).waitFor()
    const { code, said } = await desk.command('smoke', 'settings')
    assert.equal(code, 0, said)
    assert.equal(said, 'The settings are open in 2 windows or pages.\n')
    for (const p of [page, other]) {
      await p.getByRole('dialog', { name: 'Settings', exact: true }).waitFor()
      await p.keyboard.press('Escape')
      await p.getByRole('dialog').waitFor({ state: 'detached' })
    }
    assert.deepEqual(other.problems, [])
    await other.context().close()
  })

  it('has no window of a browser shown or hidden', async () => {
    for (const hook of ['show-panel', 'hide-panel']) {
      const { code, said } = await desk.command('smoke', hook)
      assert.equal(code, 3)
      assert.match(said, /no window of its own/)
    }
  })

  it('has Pace ask, do what is allowed, prove it and take it back', async () => {
    let command = desk.command('smoke', 'approval')
    await asked().waitFor()
    await page.getByText('Write a small file into Pace’s own folder').first().waitFor()
    assert.equal(existsSync(marker()), false)
    await looked('smoke-approval')
    await button('Deny', asked()).click()
    assert.equal((await command).code, 3)
    await ready()
    assert.equal(existsSync(marker()), false)

    command = desk.command('smoke', 'approval')
    await button('Allow', asked()).click()
    const { code, said } = await command
    assert.equal(code, 0, said)
    assert.match(said, /read back whole/)
    await turn('does Pace ask before it acts?').getByText('Done, every step seen').waitFor()
    assert.match(await readFile(marker(), 'utf8'), /^Written by a smoke hook/)
    await ready()
    assert.equal((await desk.command('ask', 'undo that')).code, 0)
    assert.equal(existsSync(marker()), false)
  })

  it('has Pace ask back', async () => {
    const { code, said } = await desk.command('smoke', 'clarification')
    assert.equal(code, 3)
    assert.match(said, /What should I press\?/)
    await turn('press').getByText('What should I press?').waitFor()
  })

  it('has Pace fail to press, and say so', async () => {
    const { code, said } = await desk.command('smoke', 'click-fail')
    assert.equal(code, 1, said)
    await turn('press “Pace smoke test: nothing has this name”').getByText('Did not work').waitFor()
    assert.deepEqual(await desk.effects(), [])
    await looked('smoke-click-fail')
  })

  it('sees that drawing is refused as it is', async () => {
    const { code, said } = await desk.command('smoke', 'annotations')
    assert.equal(code, 3)
    assert.match(said, /drawing on the screen is not available yet, so nothing was done/)
    await turn('does Pace draw on the screen?')
      .getByText(/drawing on the screen is not available yet/)
      .waitFor()
  })

  it('refreshes in the middle of a turn of which no record is kept, and still sees it', async () => {
    const file = path.join(desk.data, 'settings.json')
    await writeFile(file, JSON.stringify({ ...(await desk.settings()), TraceEnabled: false }))
    const had = await page.getByRole('article').count()
    const command = desk.command('smoke', 'approval')
    await asked().waitFor()
    await page.reload()
    await asked().waitFor()
    assert.equal(await page.getByText(/knows nothing more of this/).count(), 0)
    assert.equal(await page.getByRole('article').count(), had + 1)
    await looked('refreshed')
    await button('Deny', asked()).click()
    assert.equal((await command).code, 3)
    await turn('does Pace ask before it acts?').getByText('Not allowed').waitFor()
    await page.reload()
    await ready()
    await page.getByRole('article').first().waitFor()
    assert.equal(await page.getByRole('article').count(), had, 'and nothing of it was kept')
    await writeFile(file, JSON.stringify({ ...(await desk.settings()), TraceEnabled: true }))
  })

  it('sees that what is done over a damaged database is not on record', async () => {
    await server.stop()
    await writeFile(path.join(desk.data, 'pace.db'), 'this is no database. '.repeat(1000))
    server = await desk.pace(server.match[2], on)
    await page.context().clearCookies()
    await page.goto(server.match[1])
    await ready()
    const { code, said } = await desk.command('smoke', 'approval', '--answer', 'yes')
    assert.equal(code, 0, said)
    const line = 'This was done, but could not be put on record: the database is damaged.'
    assert.ok(said.includes(line), said)
    await turn('does Pace ask before it acts?').getByText(line).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Undo/ }).count(), 0)
    await looked('unrecorded')
    for (const [name, words] of [
      ['Activity', /The database is damaged/],
      ['Health', /nothing that Pace does is put on record/],
    ]) {
      await button('Menu').click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await page.getByRole('dialog', { name, exact: true }).getByText(words).waitFor({ timeout: 60_000 })
      await looked(`damaged-${name.toLowerCase()}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    const doctor = await desk.command('doctor')
    assert.equal(doctor.code, 1)
    assert.match(doctor.said, /✗ record of actions/)
  })

  it('leaves no errors behind', () => {
    // A page whose Pace ended and came back has complained of that.
    assert.deepEqual(
      page.problems.filter((p) => !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(p)),
      [],
    )
  })
})
