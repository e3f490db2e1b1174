// The places beside the conversation, as a user meets them: a browser, the real pace serve, a real program on a private
// desktop. Each test goes on where the one before it ended.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { desktop, missing } from './desk.mjs'
import { launch, open, shot, sizes } from './lib.mjs'

const absent = missing()
if (absent && process.env.CI === 'true') throw new Error(`missing: ${absent}`)

const tiny = { width: 360, height: 640 }

describe('beside the conversation', { skip: absent && `missing: ${absent}`, timeout: 300_000 }, () => {
  let desk, fixture, server, browser, page

  before(async () => {
    desk = await desktop()
    ;[fixture, server, browser] = await Promise.all([desk.fixture(), desk.pace(), launch()])
    page = await open(browser, server.match[1])
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await fixture?.stop()
    await desk?.stop()
  })

  const field = (p = page) => p.getByLabel('What should happen')
  const button = (name, within = page) => within.getByRole('button', { name, exact: true })
  const ready = (p = page) => button('Send', p).waitFor({ timeout: 60_000 })
  const sheet = (name, p = page) => p.getByRole('dialog', { name, exact: true })

  async function done(text, p = page) {
    const had = await p.getByRole('article', { name: text, exact: true }).count()
    await field(p).fill(text)
    await field(p).press('Enter')
    await p.getByRole('article', { name: text, exact: true }).nth(had).waitFor()
    await ready(p)
  }
  async function show(name, p = page) {
    await button('Menu', p).click()
    await p.getByRole('menuitem', { name, exact: true }).click()
    await sheet(name, p).waitFor()
    return sheet(name, p)
  }
  async function close(p = page) {
    await p.keyboard.press('Escape')
    await p.getByRole('dialog').waitFor({ state: 'detached' })
  }
  /** The same place in another window, in every scheme and size. */
  async function looked(name, look = async () => {}) {
    const { cookies } = await page.context().storageState()
    for (const [as, size] of Object.entries({ ...sizes, tiny }))
      for (const scheme of ['light', 'dark']) {
        const p = await open(browser, `http://${server.match[2]}/`, { size, scheme, cookies })
        const place = await show(name, p)
        await look(place, p)
        await p.evaluate(() => document.fonts.ready)
        await shot(p, `${name.toLowerCase()}-${as}-${scheme}`)
        const wide = await p.evaluate(() =>
          [...document.querySelectorAll('[role=dialog], [role=dialog] .overflow-y-auto')].map(
            (e) => e.scrollWidth - e.clientWidth,
          ),
        )
        assert.ok(Math.max(...wide) <= 0, `${name} scrolls sideways at ${as}`)
        assert.deepEqual(p.problems, [])
        await p.context().close()
      }
  }

  it('the menu needs no mouse', async () => {
    const focused = (role, name) => page.locator(':focus').and(page.getByRole(role, { name })).waitFor()
    await page.keyboard.press('Control+k')
    await focused('menuitem', 'Abilities')
    await page.keyboard.press('ArrowUp')
    await focused('menuitem', 'Health')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await sheet('Activity').getByText('Nothing has been done yet.').waitFor()
    await shot(page, 'activity-empty')
    await close()
    await focused('button', 'Menu')
  })

  describe('the activity', () => {
    const group = (name) => sheet('Activity').getByRole('list', { name: `Steps of: ${name}`, exact: true })

    it('has every step on record, with what was read', async () => {
      await done('type Zoë in Name')
      await done('press Now and then press Nothing')
      await done('what is on the clipboard')
      await show('Activity')
      await group('type Zoë in Name').getByText('Zoë', { exact: false }).first().waitFor()
      const steps = group('press Now and then press Nothing')
      await steps.getByText(/text changed from Status: idle to Status: now 1/).waitFor()
      await steps.getByText('No effect', { exact: true }).waitFor()
      await steps.getByText('No undo: it changed nothing').waitFor()
      assert.equal(await sheet('Activity').getByRole('button', { name: /^Undo/ }).count(), 1)
      await shot(page, 'activity')
    })

    it('is filtered by kind, result, text and day', async () => {
      const place = sheet('Activity')
      const count = async (words) => place.getByRole('status').filter({ hasText: words }).waitFor()
      await place.getByRole('combobox', { name: 'Kind of action' }).selectOption('Look and read')
      await count('One step')
      await place.getByRole('combobox', { name: 'Kind of action' }).selectOption('Every kind')
      await place.getByRole('combobox', { name: 'What came of it' }).selectOption('No effect')
      await count('One step')
      await place.getByRole('combobox', { name: 'What came of it' }).selectOption('Every result')
      await place.getByRole('searchbox').fill('status: now')
      await group('press Now and then press Nothing').waitFor()
      await count('One step')
      await place.getByRole('searchbox').fill('')
      await place.getByLabel('Day', { exact: true }).fill('2001-02-03')
      await place.getByText('Nothing that was done fits this.').waitFor()
      await button('Show everything', place).click()
      await count('4 steps')
    })

    it('takes one thing back, and follows what happens meanwhile', async () => {
      await sheet('Activity')
        .getByRole('button', { name: /^Undo: Type 3 characters/ })
        .click()
      await group('type Zoë in Name')
        .getByText(/^Taken back/)
        .waitFor({ timeout: 60_000 })
      assert.deepEqual(
        (await desk.effects()).filter((e) => e.startsWith('Name:')),
        ['Name: Zoë', 'Name: '],
      )
      await group('Undo').getByText('No undo: it took something back itself').waitFor()
      await shot(page, 'activity-undone')
      // From another window; nothing here was pressed for it.
      const { cookies } = await page.context().storageState()
      const other = await open(browser, `http://${server.match[2]}/`, { cookies })
      await done('set Level to 70', other)
      await group('set Level to 70').waitFor()
      await other.context().close()
    })

    it('says why something was not taken back', async () => {
      await close()
      await done('type Anna in Name')
      await show('Activity')
      const undo = sheet('Activity').getByRole('button', { name: /^Undo: Type 4 characters/ })
      await undo.waitFor()
      assert.equal((await desk.stranger('set Name to Zora')).code, 0)
      await undo.click()
      await sheet('Activity').getByRole('alert').waitFor({ timeout: 60_000 })
      assert.match(await sheet('Activity').getByRole('alert').innerText(), /left alone|changed/)
      await shot(page, 'activity-refused')
      await close()
    })

    it('of a thousand steps is read page by page', async () => {
      await desk.remember(1000)
      const place = await show('Activity')
      await place.getByText('50 steps, and older ones').waitFor()
      for (let n = 100; n <= 1000; n += 50) {
        // By keyboard: rows that come into sight take their real height, and what a mouse aims at then has moved.
        await button('Show older', place).press('Enter')
        await place.getByText(`${n} steps`).waitFor()
      }
      await shot(page, 'activity-thousand')
      await place.getByRole('searchbox').fill('sentence 417')
      await group('sentence 417').waitFor()
      await close()
      await looked('Activity')
    })
  })

  describe('the privacy report', () => {
    const section = (name) => sheet('Privacy').getByRole('region', { name, exact: true })

    it('says that nothing left', async () => {
      await page.getByRole('button', { name: /0 bytes left this machine today/ }).click()
      await button('Who got what').click()
      await sheet('Privacy').getByText('0 bytes sent off this machine').waitFor()
      await section('Handed to other programs').getByText('What a program that was handed bytes sends on').waitFor()
      await section('Handed to other programs').getByText('Nothing was handed over.').waitFor()
      await shot(page, 'privacy-empty')
      await close()
      assert.equal(
        await page
          .locator(':focus')
          .and(page.getByRole('button', { name: /0 bytes left/ }))
          .count(),
        1,
      )
    })

    it('tells who was handed how much, while it is open', async () => {
      await show('Privacy')
      const { cookies } = await page.context().storageState()
      const other = await open(browser, `http://${server.match[2]}/`, { cookies })
      await field(other).fill('go to example.org')
      await field(other).press('Enter')
      await section('Handed to other programs')
        .getByText(/^\d+ bytes to the browser, for example\.org$/)
        .waitFor({ timeout: 60_000 })
      await ready(other)
      await done('close it', other)
      await other.context().close()
      await section('By whom').getByText('Opening addresses').waitFor()
      await sheet('Privacy').getByText('0 bytes sent off this machine').waitFor()
      await shot(page, 'privacy-handed')
      await close()
    })

    it('adds up the audit of a day and of a week, and finds a name in it', async () => {
      await desk.audit(
        {
          hoursAgo: 30,
          kind: 'http',
          subsystem: 'download',
          target: 'files.example.net:443',
          offDevice: true,
          sent: 2_000_000,
        },
        {
          hoursAgo: 2,
          kind: 'http',
          subsystem: 'planner',
          target: 'api.example.com:443',
          offDevice: true,
          sent: 3174,
          received: 500,
        },
        {
          hoursAgo: 1,
          kind: 'http',
          subsystem: 'planner',
          target: '127.0.0.1:11434',
          offDevice: false,
          sent: 700,
          received: 900,
        },
        ...Array.from({ length: 1000 }, (_, i) => ({
          hoursAgo: 40,
          kind: 'handOver',
          subsystem: 'browser',
          target: `https://site-${i}.example`,
          sent: 10 + i,
        })),
      )
      const place = await show('Privacy')
      await place.getByText('3.1 KB sent off this machine').waitFor()
      await section('Servers on this machine').getByText('1.6 KB with 127.0.0.1:11434').waitFor()
      await place.getByRole('radio', { name: 'Last 24 hours' }).focus()
      await page.keyboard.press('ArrowRight')
      await place.getByText('1.91 MB sent off this machine').waitFor()
      await place.getByText(/more targets are counted and not listed/).waitFor()
      await place.getByRole('searchbox').fill('download')
      await place.getByText('1.91 MB to files.example.net:443').waitFor()
      await shot(page, 'privacy-week')
      await close()
      await looked('Privacy')
    })
  })

  describe('the permissions', () => {
    it('say of every part whether it is there, why not, what helps, and what needs it', async () => {
      const place = await show('Permissions')
      await button('Look again', place).waitFor({ timeout: 60_000 })
      const row = (name) =>
        place.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
      for (const name of ['Accessibility', 'Mouse and keys', 'Windows', 'Clipboard', 'Programs'])
        await row(name).getByText('Ready', { exact: true }).waitFor()
      await row('Sound output').getByText('Not there', { exact: true }).waitFor()
      await row('Sound output')
        .getByText(/Install PipeWire/)
        .waitFor()
      await row('Keyring').getByText('Not there', { exact: true }).waitFor()
      await row('Sound output').getByText('One ability needs it').click()
      await shot(page, 'permissions')
      await row('Sound output')
        .getByRole('button', { name: /turn the volume up/ })
        .click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      assert.equal(await field().inputValue(), 'turn the volume up')
      await page.locator(':focus').and(field()).waitFor()
      await field().fill('')
    })

    it('are looked at afresh each time', async () => {
      const place = await show('Permissions')
      await button('Look again', place).waitFor({ timeout: 60_000 })
      const had = await place.getByRole('heading', { level: 4 }).count()
      await button('Look again', place).click()
      await button('Looking', place).or(button('Look again', place)).waitFor()
      await button('Look again', place).waitFor({ timeout: 60_000 })
      assert.equal(await place.getByRole('heading', { level: 4 }).count(), had)
      await close()
      await looked('Permissions', (place) => button('Look again', place).waitFor({ timeout: 60_000 }))
    })
  })

  describe('the abilities', () => {
    it('are sentences that write themselves into the field and send nothing', async () => {
      const turns = await page.getByRole('article').count()
      const place = await show('Abilities')
      await place.getByRole('heading', { name: 'Press and type' }).waitFor()
      await place.getByText('Not now.', { exact: true }).first().waitFor()
      await place
        .getByText(/No sound server is running/)
        .first()
        .waitFor()
      await shot(page, 'abilities')
      await place.getByRole('searchbox').fill('window left')
      await place.getByRole('button', { name: /put this window on the left half/ }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.locator(':focus').and(field()).waitFor()
      assert.equal(await field().inputValue(), 'put this window on the left half')
      await page.locator('#composer-hint').filter({ hasText: 'Will put' }).waitFor()
      assert.equal(await page.getByRole('article').count(), turns)
      await field().fill('')
    })

    it('lead to what is missing, and look right everywhere', async () => {
      const place = await show('Abilities')
      await button('Permissions', place).click()
      await sheet('Permissions').waitFor()
      await close()
      await looked('Abilities', (place) => place.getByRole('heading', { name: 'Press and type' }).waitFor())
    })
  })

  describe('what waits for an answer', () => {
    const sentence = 'read the clipboard and then press Now'
    const card = (p = page) => p.getByRole('alertdialog')
    const pressed = async () => (await desk.effects()).filter((e) => e.startsWith('Now:')).length
    let board

    async function keepRecord(on) {
      await show('Settings')
      const toggle = sheet('Settings').getByRole('switch', { name: /Keep a record of each turn/ })
      if ((await toggle.getAttribute('aria-checked')) !== String(on)) await toggle.click()
      await sheet('Settings')
        .getByRole('switch', { name: /Keep a record of each turn/, checked: on })
        .waitFor()
      await close()
    }
    async function ask() {
      await field().fill(sentence)
      await field().press('Enter')
      await card().waitFor()
    }

    before(async () => {
      board = await desk.copy('press Now, says somebody else')
    })
    after(() => board?.stop())

    it('is there after a reload, although no record is kept, and Enter says no', async () => {
      await keepRecord(false)
      const had = await pressed()
      await ask()
      await page.reload()
      const turn = page.getByRole('article', { name: sentence, exact: true }).last()
      await turn.getByText('Can’t be undone').first().waitFor()
      await turn.getByText(/No answer in .* means no/).waitFor()
      assert.equal(await turn.getByText(/knows nothing more of this/).count(), 0, 'it goes on, and is shown so')
      assert.equal(await card().count(), 1)
      await page.locator(':focus').and(button('Deny')).waitFor()
      await shot(page, 'asked-after-a-reload')
      await page.keyboard.press('Enter')
      await card().waitFor({ state: 'detached' })
      await turn.getByText('Not allowed').waitFor()
      await ready()
      assert.equal(await pressed(), had)
      await keepRecord(true)
    })

    it('is said on whatever covers the window, and one answer in one window is enough', async () => {
      const had = await pressed()
      const { cookies } = await page.context().storageState()
      const other = await open(browser, `http://${server.match[2]}/`, { cookies, size: sizes.small, scheme: 'dark' })
      await show('Privacy', other)
      await ask()
      await sheet('Privacy', other).getByText('Pace asks you something.').waitFor()
      await shot(other, 'asked-small-dark')
      await button('Look at it', sheet('Privacy', other)).click()
      await other
        .locator(':focus')
        .and(button('Deny', card(other)))
        .waitFor()
      await button('Allow', card(other)).click()
      await card().waitFor({ state: 'detached' })
      await ready()
      assert.equal(await pressed(), had + 1)
      assert.deepEqual(other.problems, [])
      await other.context().close()
    })
  })

  it('had no errors of its own', () => assert.deepEqual(page.problems, []))
})
