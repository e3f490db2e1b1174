// The interface as a user meets it: a browser, the real pace serve, a real program on a private desktop. Each test goes on
// where the one before it ended, as a user does.
//   npm run e2e            pictures of what was seen go to $PACE_SHOTS
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { desktop, missing } from './desk.mjs'
import { launch, open, shot, shots, sizes } from './lib.mjs'

const absent = missing()
if (absent && process.env.CI === 'true') throw new Error(`missing: ${absent}`)

describe('the interface', { skip: absent && `missing: ${absent}`, timeout: 300_000 }, () => {
  let desk, fixture, server, browser, page, examples

  before(async () => {
    desk = await desktop()
    ;[fixture, server, browser] = await Promise.all([desk.fixture(), desk.pace(), launch()])
    page = await open(browser, server.match[1])
    console.log(`pictures: ${shots}`)
  })
  after(async () => {
    await browser?.close()
    await server?.stop()
    await fixture?.stop()
    await desk?.stop()
  })

  const address = () => `http://${server.match[2]}/`
  const field = (p = page) => p.getByLabel('What should happen')
  const named = (text, p = page) => p.getByRole('article', { name: text, exact: true })
  const button = (name, within = page) => within.getByRole('button', { name, exact: true })
  const ready = (p = page) => button('Send', p).waitFor({ timeout: 60_000 })
  const happened = async (what) => (await desk.effects()).filter((e) => e === what).length

  /** Types a sentence and sends it by Enter, as a person does. */
  async function say(text, p = page) {
    const had = await named(text, p).count()
    await field(p).fill(text)
    await field(p).press('Enter')
    const turn = named(text, p).nth(had)
    await turn.waitFor()
    return turn
  }
  /** The same, and waits until Pace is ready for the next one. */
  async function done(text, p = page) {
    const turn = await say(text, p)
    await ready(p)
    return turn
  }
  const status = (turn, words) => turn.getByText(words, { exact: false }).last().waitFor()

  /** Another window of the same browser, which has the cookie. */
  async function beside(options) {
    const { cookies } = await page.context().storageState()
    return open(browser, address(), { ...options, cookies })
  }

  describe('opens', () => {
    it('without a secret in the address bar or in the history', async () => {
      await page.getByRole('heading', { name: 'What should happen?' }).waitFor()
      assert.equal(page.url(), address())
      await shot(page, 'empty')
    })

    it('to nobody else: neither without the cookie nor with an address that was used', async () => {
      for (const url of [address(), server.match[1], `${address()}api/ws`, `${address()}assets/`]) {
        const context = await browser.newContext()
        const stranger = await context.newPage()
        const answer = await stranger.goto(url)
        assert.equal(answer.status(), 401, url)
        assert.match(await stranger.locator('body').innerText(), /pace serve/)
        await context.close()
      }
    })

    it('with examples, which write themselves into the field and send nothing', async () => {
      const list = page.getByRole('list', { name: /Say it like this/ })
      examples = await list.getByRole('button').evaluateAll((all) => all.map((b) => b.getAttribute('aria-label')))
      assert.ok(examples.length >= 4, `only ${examples}`)
      await list.getByRole('button').first().click()
      assert.equal(await field().inputValue(), examples[0])
      await page.getByText('Will open calculator').waitFor()
      await shot(page, 'example')
      assert.equal(await page.getByRole('article').count(), 0)
      await field().fill('')
    })
  })

  describe('tells, while one types,', () => {
    const hint = (p = page) => p.locator('#composer-hint')
    const tells = (words, p = page) => hint(p).filter({ hasText: words }).waitFor()
    const step = (words, p = page) => p.locator('li').filter({ hasText: words })
    const chain = 'open Calculator, press 1, press plus, press 2, press equals, press copy, type 15 in Name, press Now'

    it('what will happen and where that comes from, at every key and without a jump', async () => {
      assert.equal(await field().getAttribute('aria-describedby'), 'composer-hint')
      await page.evaluate(() => {
        const box = document.querySelector('#composer-hint')
        const card = box.closest('.rounded-card')
        const seen = (window.seen = { texts: [], heights: new Set() })
        const note = () => {
          seen.texts.push(box.textContent.trim())
          seen.heights.add(card.offsetHeight)
        }
        seen.watch = new MutationObserver(note)
        seen.watch.observe(box, { subtree: true, childList: true, characterData: true })
      })
      for (const [keys, words] of [
        ['op', 'Not understood so far'],
        ['en', 'Asks: What should I open?'],
        [' Calculator', 'Will open Calculator'],
        [' and then', 'Asks: What comes next?'],
        [' press', 'Asks: What should I press?'],
        [' 7', 'Will open Calculator, then press “7”'],
      ]) {
        await field().pressSequentially(keys)
        await tells(words)
      }
      await tells('built-in phrase')
      const { texts, heights } = await page.evaluate(() => {
        window.seen.watch.disconnect()
        return { texts: window.seen.texts, heights: [...window.seen.heights] }
      })
      assert.ok(texts.length > 5, `only ${texts}`)
      assert.deepEqual(
        texts.filter((text) => !text),
        [],
        'the line is never empty in between',
      )
      assert.equal(heights.length, 1, `heights ${heights}`)
      await shot(page, 'hint')
    })

    it('and does nothing of it', async () => {
      const had = (await desk.effects()).length
      const turns = await page.getByRole('article').count()
      for (const [text, words] of [
        ['press Now', 'Will press “Now”'],
        ['set Level to 70', 'Will set “Level” to “70”'],
        ['type Zoë in Name', 'Will type 3 characters into “Name”'],
        ['read the clipboard', 'Will read the clipboard'],
        ['close this window', 'Will close'],
        ['open the calculator', 'Will open calculator'],
      ]) {
        await field().fill('')
        await field().pressSequentially(text)
        await tells(words)
      }
      assert.equal((await desk.effects()).length, had)
      assert.equal(await page.getByRole('article').count(), turns)
      // The window is there and in front, as it was: what is said to it alone has an effect.
      await status(await done('clear Name'), 'Done, every step seen')
    })

    it('what is missing, what is no command, and what it never does', async () => {
      for (const [text, words] of [
        ['press', /Asks: What should I press\?\s*·\s*built-in phrase/],
        ['type in Name', 'What should I type into “Name”?'],
        ["don't press Now", 'This is no command: it says what not to do'],
        ['I pressed Now', 'This is no command: it tells what has happened'],
        ['öffne den Rechner', 'English only so far'],
        ['delete everything', 'Pace never does that'],
        ['why is the sky blue?', 'That needs a model, and there is none'],
        ['make everything nicer', 'Not understood so far'],
        ['again', /Will do the last thing again\s*·\s*the turn before/],
        ['yes', 'There is no open question'],
      ]) {
        await field().fill(text)
        await tells(words)
      }
      await field().fill('')
    })

    it('also what the line is too short for, to the pointer and to the keyboard', async () => {
      for (const scheme of ['light', 'dark']) {
        const p = await beside({ scheme, size: sizes.small })
        await field(p).fill(chain.replaceAll(',', ' then'))
        await tells('Will open Calculator', p)
        assert.equal(await step('press “Now”', p).count(), 0)
        await hint(p).hover()
        await step('press “Now”', p).waitFor()
        await shot(p, `hint-all-small-${scheme}`)
        await p.mouse.move(10, 10)
        await step('press “Now”', p).waitFor({ state: 'detached' })
        await field(p).focus()
        await p.keyboard.press('Tab')
        await step('press “Now”', p).waitFor()
        await p.keyboard.press('Escape')
        await step('press “Now”', p).waitFor({ state: 'detached' })
        // A line that fits is nothing to stop at.
        await field(p).fill('press Now')
        await tells('Will press “Now”', p)
        await field(p).focus()
        await p.keyboard.press('Tab')
        assert.equal(await p.locator(':focus').and(button('Only look', p)).count(), 1)
        await field(p).fill('')
        assert.deepEqual(p.problems, [])
        await p.context().close()
      }
    })
  })

  describe('shows', () => {
    it('a press with what was read, when it was proven, and how it looked before and after', async () => {
      const turn = await done('press Now')
      await status(turn, 'Done, every step seen')
      await turn.getByText(/text changed from Status: idle to Status: now 1/).waitFor()
      await turn.getByText(/proven in .*, settled/).waitFor()
      assert.equal(await happened('Now: now 1'), 1)

      await button('Before and after', turn).click()
      const picture = async (side) => {
        await button(side, turn).click()
        const image = turn.getByRole('img', { name: new RegExp(`, ${side}$`) })
        await image.waitFor()
        return image.getAttribute('src')
      }
      const looked = await picture('before')
      assert.notEqual(await picture('after'), looked)
      await shot(page, 'press')
    })

    it('a question once, and takes a click for an answer', async () => {
      const turn = await done('press Same')
      assert.equal(await turn.getByText('Which one?').count(), 1)
      await shot(page, 'question')
      await field().fill('the second one')
      await page.getByText('Will choose the second one').waitFor()
      await field().fill('')
      await turn.getByRole('button', { name: /Right/ }).click()
      await status(named('Same in Right'), 'Done, every step seen')
      assert.equal(await happened('Right Same: right same 1'), 1)
      assert.ok(await turn.getByRole('button', { name: /Left/ }).isDisabled(), 'an answered question is history')
      await shot(page, 'answered')
    })

    it('an offer to take text back, and takes it back', async () => {
      const turn = await done('type Zoë in Name')
      const offer = turn.getByRole('button', { name: /^Undo/ })
      await offer.waitFor()
      await shot(page, 'undo-offered')
      await offer.click()
      await status(named('Undo: Type 3 characters into “Name”'), 'Done, every step seen')
      assert.deepEqual(
        (await desk.effects()).filter((e) => e.startsWith('Name:')),
        ['Name: Zoë', 'Name: '],
      )
      await shot(page, 'undone')
    })

    it('what had no effect as just that', async () => {
      const turn = await say('press Nothing')
      await turn.getByText(/[Ss]till waiting/).waitFor()
      await shot(page, 'waiting')
      await ready()
      await status(turn, 'Did not work')
      await turn.getByText('No effect').waitFor()
      assert.equal(await turn.getByText(/Done/).count(), 0)
      await shot(page, 'no-effect')
    })

    it('that it did not understand, without guessing', async () => {
      const had = (await desk.effects()).length
      const turn = await done('make everything nicer somehow')
      await status(turn, 'Not understood')
      assert.equal((await desk.effects()).length, had)
      await shot(page, 'not-understood')
    })

    it('what it would do, when it is only to look', async () => {
      const had = (await desk.effects()).length
      await button('Only look').click()
      const turn = await done('press Now and then set Level to 70')
      await turn.getByText('This would happen. Nothing was touched.').waitFor()
      await button('Only look').click()
      assert.equal((await desk.effects()).length, had)
      await shot(page, 'only-look')
    })

    it('several steps, and what became of those after one that failed', async () => {
      const turn = await done('set Level to 70 and then press Disabled and then press Now')
      await status(turn, 'Partly done')
      await turn.getByText('Not begun').waitFor()
      assert.equal(await happened('Level: level 70'), 1)
      await shot(page, 'partly')
    })
  })

  describe('asks', () => {
    const sentence = 'read the clipboard and then press Now'
    const asked = () => page.getByRole('alertdialog')
    let board

    before(async () => {
      board = await desk.copy('press Now, says somebody else')
    })
    after(() => board?.stop())

    it('before it acts on text from outside; a hasty Enter says no', async () => {
      const had = (await desk.effects()).length
      const turn = await say(sentence)
      await asked().waitFor()
      await asked()
        .getByText(/text from outside/)
        .waitFor()
      await shot(page, 'approval')
      await page.keyboard.press('Enter')
      await ready()
      await status(turn, 'Not allowed')
      assert.equal((await desk.effects()).length, had)
      await shot(page, 'denied')
    })

    it('and a held Enter, a typed space or Esc never say yes', async () => {
      const had = (await desk.effects()).length
      for (const keys of [['Enter', 'Enter', 'Enter'], [' '], ['Escape']]) {
        const turn = await say(sentence)
        await asked().waitFor()
        for (const key of keys) await page.keyboard.press(key)
        await ready()
        await status(turn, /Not allowed|Stopped/)
      }
      assert.equal((await desk.effects()).length, had)
    })

    it('and does it when allowed', async () => {
      const turn = await say(sentence)
      await button('Allow', asked()).click()
      await ready()
      await status(turn, 'Done, every step seen')
      await turn.getByText('press Now, says somebody else').first().waitFor()
      assert.equal(await happened('Now: now 2'), 1)
      await shot(page, 'allowed')
    })

    it('in every open window, and one answer is enough', async () => {
      const second = await beside({ scheme: 'dark', size: sizes.small })
      await named('press Now', second).waitFor()
      await say(sentence)
      await second.getByRole('alertdialog').waitFor()
      await shot(second, 'approval-small-dark')
      await button('Deny', second.getByRole('alertdialog')).click()
      await ready()
      assert.equal(await asked().count(), 0)
      assert.deepEqual(second.problems, [])
      await second.context().close()
    })
  })

  describe('stops', () => {
    it('by its button, in the middle', async () => {
      const turn = await say('press Nothing and then press Now')
      await turn.getByText('Doing it').waitFor()
      await button('Stop').click()
      await ready()
      await status(turn, 'Stopped')
      assert.equal(await happened('Now: now 3'), 0)
      await shot(page, 'stopped')
    })

    it('by Esc, while the next sentence waits in the field', async () => {
      const turn = await say('press Nothing and then press Now')
      await field().fill('press Later')
      await field().press('Enter')
      await turn.getByText('Doing it').waitFor()
      await field().press('Escape')
      await ready()
      await status(turn, 'Stopped')
      assert.equal(await field().inputValue(), 'press Later')
      await field().press('Enter')
      await status(named('press Later'), 'Done, every step seen')
      assert.equal(await happened('Later: later 1'), 1)
    })
  })

  describe('keeps', () => {
    it('the conversation and the draft over a reload', async () => {
      const titles = () => page.getByRole('article').evaluateAll((all) => all.map((a) => a.getAttribute('aria-label')))
      const had = await titles()
      await field().fill('half a sent')
      await page.reload()
      await named('press Later').last().waitFor()
      // What a step that was not begun was to fill in is not kept: its field may have been one for passwords.
      const kept = had.map((t) =>
        t === 'press Now and then set Level to 70' ? 'press Now and then set Level to **' : t,
      )
      assert.deepEqual(await titles(), kept)
      assert.equal(await field().inputValue(), 'half a sent')
      await field().fill('')
      await shot(page, 'reloaded')
    })

    it('a setting, which holds from the next sentence on', async () => {
      await button('Settings').click()
      const sheet = page.getByRole('dialog', { name: 'Settings' })
      const acts = sheet.getByRole('switch', { name: /Pace may act/ })
      await acts.click()
      await sheet.getByRole('switch', { name: /Pace may act/, checked: false }).waitFor()
      assert.equal((await desk.settings()).EnableActions, false)
      const steps = sheet.getByRole('spinbutton', { name: /How often a planner/ })
      await steps.fill('99')
      await steps.press('Enter')
      await sheet.getByRole('alert').waitFor()
      await shot(page, 'settings')
      await page.reload()
      await named('press Later').last().waitFor() // else what was said before is counted in the middle of its coming
      const turn = await done('press Now')
      await turn.getByText('Actions are switched off in the settings, so this was only planned.').first().waitFor()
      await shot(page, 'switched-off')
      await button('Settings').click()
      await acts.click()
      await sheet.getByRole('switch', { name: /Pace may act/, checked: true }).waitFor()
      await page.keyboard.press('Escape')
      await status(await done('press Now'), 'Done, every step seen')
    })

    it('its health in view', async () => {
      await button('Menu').click()
      await page.getByRole('menuitem', { name: 'Health', exact: true }).click()
      const sheet = page.getByRole('dialog', { name: 'Health' })
      await sheet.getByText(/works\.|needs? a look/).waitFor({ timeout: 60_000 })
      await shot(page, 'health')
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
    })
  })

  it('needs no mouse', async () => {
    await page.reload()
    await named('press Later').last().waitFor()
    // The field has the focus from the start.
    await page.keyboard.type('press Same')
    await page.keyboard.press('Enter')
    await ready()
    const focused = (name) => page.locator(':focus').and(page.getByRole('button', { name })).count()
    const tabTo = async (name, key) => {
      for (let i = 0; i < 30; i++) {
        if (await focused(name)) return
        await page.keyboard.press(key)
      }
      assert.fail(`${key} does not reach ${name}`)
    }
    await tabTo(/Left/, 'Shift+Tab')
    await shot(page, 'keyboard')
    await page.keyboard.press('Enter')
    await status(named('Same in Left'), 'Done, every step seen')
    assert.equal(await happened('Left Same: left same 1'), 1)
    await ready()
    await tabTo('Before and after', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /after/ }).last().waitFor()
    await tabTo('Settings', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Settings' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await focused('Settings'), 1, 'the focus goes back to where it was')
  })

  it('looks right in both schemes and sizes', async () => {
    for (const [name, size] of Object.entries(sizes))
      for (const scheme of ['light', 'dark']) {
        const p = await beside({ scheme, size })
        await named('press Later', p).last().waitFor()
        await p.evaluate(() => document.fonts.ready)
        const log = p.getByRole('log')
        for (const [i, part] of [0, 0.35, 0.7, 1].entries()) {
          await log.evaluate((e, part) => e.scrollTo(0, e.scrollHeight * part), part)
          await shot(p, `all-${name}-${scheme}-${i}`)
        }
        assert.equal(await p.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, 'scrolls sideways')
        assert.deepEqual(p.problems, [])
        await p.context().close()
      }
  })

  it('answers each of its examples honestly', async () => {
    const ends = {}
    for (const text of examples) {
      const turn = await done(text)
      ends[text] = (await turn.innerText()).includes('Done, every step seen')
    }
    await shot(page, 'examples')
    // The calculator is in front now: it has neither an OK nor a Name.
    assert.deepEqual(ends, {
      'open the calculator': true,
      'press OK': false,
      'type Hello in Name': false,
      'put this window on the left half': true,
      'what is on the clipboard': true,
    })
    await status(await done('close it'), 'Done, every step seen')
  })

  it('has had no errors of its own so far', () => assert.deepEqual(page.problems, []))

  it('loses nothing when Pace is killed, and goes on when it is back', async () => {
    const turn = await say('press Nothing')
    await turn.getByText('Doing it').waitFor()
    await field().fill('press Now')
    assert.equal(await server.kill(), 'SIGKILL')
    await page.getByText('Pace is not answering.').waitFor()
    await shot(page, 'gone')
    await field().press('Enter')
    assert.equal(await field().inputValue(), 'press Now', 'nothing can be sent, so it stays where it is')

    server = await desk.pace(server.match[2])
    await button('Try now').click()
    await page.getByText('Pace does not know this window.').waitFor()
    assert.equal(await field().inputValue(), 'press Now')
    await shot(page, 'unknown-window')

    await page.goto(server.match[1])
    // The turn that was killed is in no trace: nobody knew yet whether its sentence may be kept. What was begun is on record.
    await field().waitFor()
    assert.equal(page.url(), address())
    assert.equal(await field().inputValue(), 'press Now')
    await field().press('Enter')
    await status(named('press Now').last(), 'Done, every step seen')
    await shot(page, 'back')
  })
})
