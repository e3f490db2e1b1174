// Links, as a user meets them: they come from another process, before a page is open and while Pace asks.
//   npm run e2e            pictures of what was seen go to $PACE_SHOTS
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { desktop, missing } from './desk.mjs'
import { launch, open, shot } from './lib.mjs'

const absent = missing()
if (absent && process.env.CI === 'true') throw new Error(`missing: ${absent}`)

describe('a pace:// link', { skip: absent && `missing: ${absent}`, timeout: 180_000 }, () => {
  let desk, fixture, server, browser, page

  before(async () => {
    desk = await desktop()
    ;[fixture, server, browser] = await Promise.all([desk.fixture(), desk.pace(), launch()])
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await fixture?.stop()
    await desk?.stop()
  })

  const turn = (text) => page.getByRole('article', { name: `From a link: ${text}`, exact: true })
  const asked = () => page.getByRole('alertdialog')
  const button = (name, within = page) => within.getByRole('button', { name, exact: true })
  const ready = () => button('Send').waitFor({ timeout: 60_000 })
  const handed = async (url) => {
    const { code, said } = await desk.link(url)
    assert.equal(code, 0, said)
    assert.match(said, /handed to the Pace that is running/)
  }

  it('that is wrong goes nowhere, and says why', async () => {
    const { code, said } = await desk.link('pace://chat?text=a&text=b')
    assert.equal(code, 2)
    assert.equal(said, 'A chat link says “text” once.\n')
  })

  it('waits for a page, and each is begun once, in order', async () => {
    await handed('pace://chat?text=what+is+on+the+clipboard')
    await handed('pace://chat?text=press%20Now')
    await handed('pace://watch?enabled=true')
    page = await open(browser, server.match[1])
    await asked().waitFor()
    await page.getByText('A link wants this. Allow it only if you want it yourself.').waitFor()
    await page.getByText(/asked Pace to watch the screen/).waitFor()
    const titles = await page.getByRole('article').evaluateAll((all) => all.map((a) => a.getAttribute('aria-label')))
    assert.deepEqual(titles, ['From a link: what is on the clipboard', 'From a link: press Now'])
    await button('From a link', turn('press Now')).click()
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await shot(page, `link-asks-${colorScheme}`)
    }
  })

  it('does not answer for the person, and waits while Pace asks', async () => {
    await handed('pace://chat?text=allow%20it')
    await handed('pace://chat?text=yes')
    await page.getByText('It says “yes”.').waitFor()
    await page.getByText('It says “allow it”.').waitFor()
    await page.getByText(/A newer link came/).waitFor()
    assert.equal(await asked().count(), 1)
    await shot(page, 'link-waits')
    await button('Deny', asked()).click()
    await turn('yes')
      .getByText(/answer for you or go on/)
      .waitFor()
    assert.deepEqual(await desk.effects(), [])
    await ready()
  })

  it('acts when it is allowed, and what the person says next is not about it', async () => {
    await handed('pace://chat?text=press+Now')
    await button('Allow', asked()).click()
    await turn('press Now').last().getByText('Done, every step seen').waitFor()
    await ready()
    const field = page.getByLabel('What should happen')
    await field.fill('again')
    await field.press('Enter')
    await page.getByText('There is nothing to do again.', { exact: true }).waitFor()
    await ready()
    assert.deepEqual(await desk.effects(), ['Now: now 1'])
    await shot(page, 'link-done')
  })

  it('waits for a page that was closed, and asks for nothing unseen', async () => {
    const { cookies } = await page.context().storageState()
    await page.close()
    await handed('pace://chat?text=press+Later')
    page = await open(browser, `http://${server.match[2]}/`, { cookies })
    await asked().waitFor()
    await button('Deny', asked()).click()
    await ready()
    assert.deepEqual(await desk.effects(), ['Now: now 1'])
  })

  it('leaves no errors behind', () => assert.deepEqual(page.problems, []))
})
