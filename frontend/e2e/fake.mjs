// Looks at every scene of the fake mode in both schemes and both sizes, and checks what a picture can't show.
//   node e2e/fake.mjs [scene…]
import path from 'node:path'
import { freePort, here, launch, open, serve, shot, sizes } from './lib.mjs'

const button = (name) => (page) => page.getByRole('button', { name, exact: true }).click()

// scene, then what is done before the picture
const views = {
  empty: {},
  limited: {},
  running: {},
  thinking: {},
  streaming: {},
  done: { then: async (page) => page.getByRole('button', { name: 'Before and after' }).first().click() },
  mixed: {},
  approval: {},
  question: {},
  disconnected: { then: (page) => page.getByText('Pace is not answering').waitFor() },
  refused: { then: (page) => page.getByText('does not know this window').waitFor() },
  mismatch: {},
  offDevice: {},
  timers: {},
  timersRinging: {},
  timersMany: {},
  timersAway: { then: (page) => page.getByText('Pace is not answering').waitFor() },
  dryRun: {},
  link: { then: button('From a link') },
  long: {},
  hint: { scene: 'empty', then: typing('open the calculator', 'Will open Calculator') },
  hintLong: { scene: 'done', then: chain },
  hintAsks: { scene: 'done', then: typing('press', 'Asks: What should I press?') },
  hintNot: { scene: 'done', then: typing('make it nicer', 'Not understood so far') },
  hintNever: { scene: 'done', then: typing("don't press OK", 'This is no command') },
  hintMissing: { scene: 'done', then: typing('set a timer for 5 minutes', 'Won’t start timer') },
  hintModel: { scene: 'brainFound', then: typing('tidy this window', 'Will read the screen') },
  settings: { scene: 'done', then: button('Settings') },
  brainNone: { scene: 'empty', then: brain },
  brainFound: { then: brain },
  brainFoundEnd: { scene: 'brainFound', then: brainEnd },
  brainWrong: { then: brain },
  brainLooking: { then: brain },
  brainFailed: { then: brain },
  health: { scene: 'done', then: menu('Health') },
  queue: { then: (page) => page.getByRole('heading', { name: /3 things wait/ }).waitFor() },
  queueUnseen: { then: (page) => page.getByRole('heading', { name: /3 things wait/ }).waitFor() },
  queueCovered: { scene: 'queue', then: menu('Abilities') },
  menu: { scene: 'done', then: button('Menu') },
  activity: { then: menu('Activity') },
  activityEmpty: { scene: 'empty', then: menu('Activity') },
  activityNothing: { scene: 'activity', then: nothing },
  activityBegun: { scene: 'activity', then: begunRow },
  activityDamaged: { then: menu('Activity') },
  activityNone: { scene: 'unrecorded', then: menu('Activity') },
  unrecorded: {},
  activityLong: { then: older },
  activityFailed: { then: menu('Activity') },
  privacyEmpty: { scene: 'empty', then: menu('Privacy') },
  privacy: { then: menu('Privacy') },
  privacyLong: { then: everyTarget },
  privacyFailed: { then: menu('Privacy') },
  permissions: { scene: 'empty', then: unlocks },
  permissionsLooking: { then: menu('Permissions') },
  permissionsFailed: { then: menu('Permissions') },
  abilities: { scene: 'empty', then: menu('Abilities') },
  abilitiesMany: { then: menu('Abilities') },
  abilitiesFailed: { then: menu('Abilities') },
}

function menu(name) {
  return async (page) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await page.getByRole('dialog', { name, exact: true }).waitFor()
  }
}

async function everyTarget(page) {
  await menu('Privacy')(page)
  await page.getByRole('button', { name: 'Show all 400' }).click()
}

async function unlocks(page) {
  await menu('Permissions')(page)
  await page.getByText('One ability needs it').first().click()
}

async function begunRow(page) {
  await menu('Activity')(page)
  await page.getByText('Download https://example.org/•••').scrollIntoViewIfNeeded()
}

async function nothing(page) {
  await menu('Activity')(page)
  await page.getByRole('searchbox', { name: 'Find in what was done' }).fill('nothing like this')
  await page.getByText('Nothing that was done fits this.').waitFor()
}

/** All of a thousand rows, page by page. */
async function older(page) {
  await menu('Activity')(page)
  for (let shown = 100; shown <= 1000; shown += 50) {
    // By keyboard: rows that come into sight take their real height, and what a mouse aims at then has moved.
    await page.getByRole('button', { name: 'Show older' }).press('Enter')
    await page.getByText(`${shown} steps`).waitFor()
  }
}

function typing(text, words) {
  return async (page) => {
    await page.getByLabel('What should happen').fill(text)
    await page.getByText(words, { exact: false }).waitFor()
  }
}

/** More than the line holds, and all of it in view. */
async function chain(page) {
  const steps = 'open the calculator, press 7, press plus, press 8, press equals, type 15 in Total, press Save'
  await typing(steps.replaceAll(',', ' then'), 'Will open Calculator, then')(page)
  await page.setViewportSize(sizes.small)
  await page.getByRole('button', { name: /Will open Calculator, then/ }).focus()
  await page.locator('li').filter({ hasText: 'press “Save”' }).waitFor()
}

async function brain(page) {
  await page.getByRole('button', { name: /^How Pace thinks/ }).click()
  await page.getByRole('dialog', { name: 'How Pace thinks' }).waitFor()
}

async function brainEnd(page) {
  await brain(page)
  await page.getByText('Finding by meaning').scrollIntoViewIfNeeded()
}

const wanted = process.argv.slice(2)
const port = await freePort()
const server = await serve(
  process.execPath,
  [
    'node_modules/vite/bin/vite.js',
    'preview',
    '--mode',
    'fake',
    '--outDir',
    'dist-fake',
    '--port',
    String(port),
    '--strictPort',
  ],
  /Local/,
  { cwd: path.join(here, '..') },
)
const browser = await launch()
const problems = []
let at = '' // the view that is looked at
try {
  for (const [name, { scene = name, then }] of Object.entries(views)) {
    if (wanted.length && !wanted.includes(name)) continue
    at = name
    const page = await open(browser, `http://127.0.0.1:${port}/?scene=${scene}`)
    await page
      .locator('article, h1, [role=alertdialog]')
      .or(page.getByText(/does not know this window|different versions/))
      .first()
      .waitFor()
    await page.evaluate(() => document.fonts.ready)
    await then?.(page)
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme })
        await shot(page, `${name}-${size}-${colorScheme}`)
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) page.problems.push(`scrolls sideways by ${wide} px`)
    }
    problems.push(...page.problems.map((p) => `${name}: ${p}`))
    await page.context().close()
  }
} catch (e) {
  problems.push(`${at}: ${e}`)
} finally {
  await browser.close()
  await server.stop()
}
for (const p of problems) console.error(p)
console.log(problems.length ? `${problems.length} problems` : 'all scenes looked at')
process.exitCode = problems.length ? 1 : 0
