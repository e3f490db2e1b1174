// Downloads as a user meets them: a real pace serve, a slow web server, a browser. No screen is needed for that.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pace } from './desk.mjs'
import { launch, open, serve, shot, sizes } from './lib.mjs'

const absent = [pace, process.env.CHROMIUM ?? '/usr/bin/chromium'].find((f) => !existsSync(f))
if (absent && process.env.CI === 'true') throw new Error(`missing: ${absent}`)

describe('a download', { skip: absent && `missing: ${absent}`, timeout: 180_000 }, () => {
  let home, env, server, browser, page, web, address
  const waiting = new Map()

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'pace-downloads-'))
    env = { PATH: process.env.PATH, HOME: home, PACE_HOME: path.join(home, 'pace') }
    // Sends half of a file, and the rest when the test says so.
    web = createServer((req, res) => {
      res.writeHead(200, { 'Content-Length': 2000 })
      res.write('a'.repeat(1000))
      waiting.set(req.url, () => res.end('b'.repeat(1000)))
    }).listen(0, '127.0.0.1')
    await once(web, 'listening')
    address = `http://127.0.0.1:${web.address().port}`
    ;[server, browser] = await Promise.all([host(), launch()])
    page = await open(browser, server.match[1])
    await page.getByRole('heading', { name: 'What should happen?' }).waitFor()
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    web?.closeAllConnections()
    web?.close()
    await rm(home, { recursive: true, force: true })
  })

  const host = () => serve(pace, ['serve'], /Pace is at (http:\/\/(127\.0\.0\.1:\d+)\/\S*)/, { env })
  const named = (text, p = page) => p.getByRole('article', { name: text, exact: true })
  const button = (name, within = page) => within.getByRole('button', { name, exact: true })
  async function say(text) {
    await page.getByLabel('What should happen').fill(text)
    await page.getByLabel('What should happen').press('Enter')
    await named(text).last().waitFor()
    return named(text).last()
  }
  /** Begins a download and gives its turn once half of it is there. */
  async function begin(name) {
    const turn = await say(`download ${address}/${name}`)
    await button('Allow', turn).click()
    await button('Stop this', turn).waitFor()
    return turn
  }
  /** Everything in the home folder whose name ends so. */
  const files = async (end) => (await readdir(home, { recursive: true })).filter((f) => f.endsWith(end))

  it('goes on beside what is said next, and says when it is there', async () => {
    const turn = await begin('report.pdf')
    await shot(page, 'download-goes-on')
    const next = await say('what time is it')
    await next.getByText(/It is/).first().waitFor()
    await say('undo that')
    await page
      .getByText(/still going on, so nothing was taken back/)
      .last()
      .waitFor()
    assert.deepEqual(await files('report.pdf'), [])
    waiting.get('/report.pdf')()
    await turn.getByText(/was saved: 2\.0 KB from 127\.0\.0\.1, read back whole/).waitFor()
    const [file] = await files('report.pdf')
    assert.equal(await readFile(path.join(home, file), 'utf8'), 'a'.repeat(1000) + 'b'.repeat(1000))
    assert.equal(await button('Stop this').count(), 0)
    await shot(page, 'download-is-there')
  })

  it('is stopped by its button, and nothing of it is left', async () => {
    const turn = await begin('film.mkv')
    await page.setViewportSize(sizes.small)
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'download-small-dark')
    await page.setViewportSize(sizes.desk)
    await page.emulateMedia({ colorScheme: 'light' })
    await button('Stop this', turn).click()
    await turn
      .getByText(/Stopped, as you asked/)
      .first()
      .waitFor()
    assert.deepEqual([...(await files('film.mkv')), ...(await files('.part'))], [])
    assert.deepEqual(page.problems, [])
  })

  it('is stopped by a sentence', async () => {
    const turn = await begin('song.ogg')
    const stop = await say('stop the download')
    await stop.getByText(/The download of “song\.ogg” was stopped/).waitFor()
    await turn
      .getByText(/Nothing was saved/)
      .first()
      .waitFor()
    assert.deepEqual([...(await files('song.ogg')), ...(await files('.part'))], [])
  })

  it('that was killed with Pace leaves nothing behind once Pace runs again', async () => {
    await begin('half.iso')
    assert.equal((await files('.part')).length, 1)
    await server.kill()
    server = await host()
    for (let left = 100; (await files('.part')).length > 0; left--) {
      assert.ok(left > 0, 'it is still there')
      await new Promise((done) => setTimeout(done, 100)) // nothing tells a test of it
    }
  })
})
