// How Pace thinks, as a user meets it: a browser, the real pace serve without a display, and a model server of the tests.
//   npm run e2e            pictures of what was seen go to $PACE_SHOTS
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { pace } from './desk.mjs'
import { double } from './double.mjs'
import { freePort, launch, open, serve, shot, sizes } from './lib.mjs'

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
const absent = [pace, chromium].find((file) => !existsSync(file))
if (absent && process.env.CI === 'true') throw new Error(`missing: ${absent}`)

/** Whether something listens where model servers usually do: then "none" can't be shown on this machine. */
const usual = [1234, 11434, 8080]
const taken = (port) =>
  new Promise((tell) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => (socket.destroy(), tell(true)))
    socket.on('error', () => tell(false))
  })

describe('how Pace thinks', { skip: absent && `missing: ${absent}`, timeout: 180_000 }, () => {
  const undo = []
  after(async () => {
    for (const step of undo.reverse()) await step()
  })

  /** A Pace of its own, with a page before it. */
  async function begin(env = {}, options = {}) {
    const home = await mkdtemp(path.join(tmpdir(), 'pace-brain-'))
    undo.push(() => rm(home, { recursive: true, force: true }))
    const inherited = { ...process.env }
    for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS']) delete inherited[name]
    const server = await serve(pace, ['serve', '--addr', '127.0.0.1:0'], /Pace is at (http:\/\/\S+)/, {
      env: { ...inherited, XDG_RUNTIME_DIR: home, PACE_HOME: path.join(home, 'pace'), ...env },
    })
    undo.push(() => server.stop())
    const browser = await launch()
    undo.push(() => browser.close())
    const page = await open(browser, server.match[1], options)
    const sheet = page.getByRole('dialog', { name: 'How Pace thinks' })
    return {
      page,
      sheet,
      header: (words) => page.getByRole('button', { name: new RegExp(`How Pace thinks: ${words}`) }),
      show: async () => {
        await page.getByRole('button', { name: /^How Pace thinks/ }).click()
        await sheet.getByRole('button', { name: 'Look again' }).waitFor()
      },
      choose: async (name) => {
        await sheet.getByRole('radio', { name }).click()
        await sheet.getByRole('radio', { name, checked: true }).waitFor()
      },
      say: async (text) => {
        const field = page.getByLabel('What should happen')
        await field.fill(text)
        await field.press('Enter')
        const turn = page.getByRole('article', { name: text, exact: true })
        await turn.waitFor()
        return turn
      },
      ready: () => page.getByRole('button', { name: 'Send', exact: true }).waitFor(),
      settings: async () =>
        JSON.parse(await readFile(path.join(home, 'pace', 'settings.json'), 'utf8').catch(() => '{}')),
    }
  }

  it('says that there is no model server, what to do, and that none is needed', async (t) => {
    for (const port of usual)
      if (await taken(port)) return t.skip(`port ${port} of this machine is taken, by a model server perhaps`)
    const { page, sheet, header, show, choose, say, ready, settings } = await begin()
    await header('Built-in, no model').waitFor()
    await show()
    await sheet.getByText('None answers.').waitFor()
    await sheet.getByText('ollama pull').waitFor()
    await sheet.getByText('0 bytes left this machine today').waitFor()
    await sheet.getByText(/Models may use .* GB of this machine's .* GB/).waitFor()
    await sheet.getByRole('radio', { name: 'Use what is found', checked: true }).waitFor()
    assert.deepEqual(await settings(), {}, 'looking chooses nothing')
    await shot(page, 'brain-none')

    // By keyboard: the arrows go round, and the focus stays where it went.
    await sheet.getByRole('radio', { name: 'Use what is found' }).focus()
    await page.keyboard.press('ArrowUp')
    const local = sheet.getByRole('radio', { name: 'Model server on this machine', checked: true })
    await local.waitFor()
    await sheet.getByText('No model server with a chat model answers on this machine.').waitFor()
    assert.equal((await settings()).PlannerTier, 'local')
    assert.equal(await local.and(page.locator(':focus')).count(), 1)
    await shot(page, 'brain-none-chosen')
    await choose('Use what is found')
    assert.equal((await settings()).PlannerTier, undefined, 'nothing is chosen any more')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    const turn = await say('why is the sky blue?')
    await ready()
    assert.match(await turn.innerText(), /model/)
    await header('Built-in, no model').waitFor()
    assert.deepEqual(page.problems, [])
  })

  it('says why the server that is set can’t be asked, on a small and dark window', async () => {
    const at = `127.0.0.1:${await freePort()}`
    const { page, sheet, header, show } = await begin(
      { PACE_PLANNER_URL: `http://${at}/v1` },
      { size: sizes.small, scheme: 'dark' },
    )
    await header('Built-in, no model').waitFor()
    await show()
    await sheet.getByText(`The model server at ${at} does not answer.`).waitFor()
    await sheet.getByText('Decided by the environment variable PACE_PLANNER_URL.').waitFor()
    assert.ok(await sheet.getByRole('textbox', { name: /Address of the model server/ }).isDisabled())
    await shot(page, 'brain-away-small-dark')
    assert.deepEqual(page.problems, [])
  })

  it('finds a server, asks the model that is chosen, and shows its answer while it comes', async () => {
    const server = await double()
    undo.push(server.stop)
    const { page, sheet, header, show, choose, say, ready, settings } = await begin()
    await show()
    const address = sheet.getByRole('textbox', { name: /Address of the model server/ })
    await address.fill('not an address')
    await address.press('Enter')
    await sheet.getByRole('alert').waitFor()
    await address.fill(server.url)
    await address.press('Enter')
    const card = sheet.getByRole('listitem').filter({ hasText: server.at })
    await card.getByText('Asked', { exact: true }).waitFor()
    await sheet.getByText('Saved').waitFor()
    await choose('Model server on this machine')
    const model = sheet.getByRole('combobox', { name: 'Model to ask' })
    await model.selectOption({ label: `${server.model}, in memory` })
    await model.locator('option:checked', { hasText: server.model }).waitFor({ state: 'attached' })
    await sheet
      .getByRole('status')
      .filter({ hasText: `llama.cpp at ${server.at}, model ${server.model}` })
      .waitFor()
    assert.deepEqual(await settings(), {
      PlannerURL: server.url,
      PlannerTier: 'local',
      PlannerModel: '/models/pace-brief.gguf',
    })
    await card.scrollIntoViewIfNeeded()
    await shot(page, 'brain-found')
    await page.keyboard.press('Escape')
    await header(`${server.model} on this machine`).waitFor()

    await page.getByLabel('What should happen').fill('why is the sky blue?')
    await page
      .locator('#composer-hint')
      .filter({ hasText: `needs ${server.model}` })
      .waitFor()
    await shot(page, 'brain-hint')
    const first = await say('why is the sky blue?')
    const asked = await server.asked()
    assert.match(JSON.stringify(asked.body.messages), /why is the sky blue/)
    await first.getByText('Reading the prompt').waitFor()
    await shot(page, 'brain-reading')
    asked.say('Short waves are scattered most.')
    asked.end()
    await first.getByText('Short waves are scattered most.').waitFor()
    await ready()

    const second = await say('why is the sea blue?')
    const streamed = await server.asked()
    streamed.say('Water keeps the red. And it gives')
    // A sentence is let out when it is whole.
    await second.getByText('Water keeps the red.', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Stop' }).count(), 1, 'it is still under way')
    await shot(page, 'brain-streaming')
    streamed.say(' the blue back.')
    streamed.end()
    await second.getByText('Water keeps the red. And it gives the blue back.').first().waitFor()
    await ready()

    await show()
    await sheet.getByText(`Last: ${server.model}, 2000 tokens read`).waitFor()
    await sheet.getByText('0 bytes left this machine today').waitFor()
    await sheet.getByText(/KB to and from servers on this machine/).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    await shot(page, 'brain-answered-dark')
    await page.keyboard.press('Escape')

    const third = await say('why is grass green?')
    const stopped = await server.asked()
    await page.getByRole('button', { name: 'Stop' }).click()
    await stopped.gone
    await third.getByText('Stopped').first().waitFor()

    await server.stop()
    undo.splice(undo.indexOf(server.stop), 1)
    const fourth = await say('why is snow white?')
    await ready()
    await fourth.getByText(`The model server at ${server.at} does not answer`, { exact: false }).first().waitFor()
    await header('Built-in, no model').waitFor()
    await shot(page, 'brain-gone-dark')
    assert.deepEqual(page.problems, [])
  })
})
