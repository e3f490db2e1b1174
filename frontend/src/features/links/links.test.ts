import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ended, planned, started, type FakeBody } from '../../../test/fake-data'
import { fakePace, type FakePace } from '../../../test/fake'
import { makeClient } from '../../lib/api/client'
import { CallError } from '../../lib/api/transport'
import { Pace } from '../../lib/state/pace.svelte'
import App from '../shell/App.svelte'

let fake: FakePace
const field = () => screen.getByRole('textbox', { name: 'What should happen' })
const called = (method: string) => fake.calls.filter((c) => c.method === method).map((c) => c.params)
const linked = (text: string): FakeBody => ({ ...started(text), origin: 'link' }) as FakeBody
const turn = (text: string) => screen.findByRole('article', { name: `From a link: ${text}` })
const one = { id: 'l1', text: 'hello' }
const two = { id: 'l2', text: 'hello again' }

function show() {
  const pace = new Pace(makeClient(fake.transport))
  pace.start()
  render(App, { pace })
  return userEvent.setup()
}

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
  fake = fakePace(0)
})

describe('a link', () => {
  it('that started Pace is opened when the window is ready, in order and once', async () => {
    fake.link({ waiting: [one, two] })
    show()
    await turn('hello again')
    expect(called('Links.Open')).toEqual([['l1'], ['l2']])
    expect(screen.getAllByRole('article').map((a) => a.getAttribute('aria-label'))).toEqual([
      'From a link: hello',
      'From a link: hello again',
    ])
  })

  it('that comes later is opened at once, and asks for nothing twice', async () => {
    show()
    await screen.findByText('0 bytes left this machine today')
    fake.link({ waiting: [one] })
    fake.link({})
    await turn('hello')
    expect(called('Links.Open')).toEqual([['l1']])
  })

  it('waits in view while something is under way, and can be discarded by keyboard', async () => {
    fake.link({ free: false, waiting: [one] })
    const user = show()
    expect(await screen.findByText('It says “hello”.')).toBeVisible()
    expect(called('Links.Open')).toEqual([])
    await user.type(field(), 'x')
    const discard = screen.getByRole('button', { name: 'Discard this link' })
    while (document.activeElement !== discard) await user.tab({ shift: true })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByText('It says “hello”.')).toBeNull())
    expect(called('Links.Drop')).toEqual([['l1']])
    expect(field()).toHaveValue('x')
  })

  it('that another window opened first is left at that', async () => {
    fake.answers['Links.Open'] = () => {
      throw new CallError('notFound', 'That link is not waiting any more.')
    }
    fake.link({ waiting: [one] })
    show()
    await waitFor(() => expect(called('Links.Open')).toEqual([['l1']]))
    fake.link({ waiting: [] })
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.queryByText(/not waiting/)).toBeNull()
  })

  it('is asked for again when Pace is back', async () => {
    show()
    await screen.findByText('0 bytes left this machine today')
    fake.become({ state: 'waiting', attempt: 1, retryAt: Date.now() + 5000 })
    fake.answers['Links.State'] = () => ({ n: 0, free: false, waiting: [one], notices: [] }) // a new Pace counts anew
    fake.become({ state: 'open' })
    expect(await screen.findByText('It says “hello”.')).toBeVisible()
  })

  it('that can’t be followed yet is told, until somebody closes it', async () => {
    fake.link({ notices: [{ id: 'n1', text: 'A link asked Pace to listen. Pace can’t listen yet.', quote: '' }] })
    const user = show()
    expect(within(screen.getByRole('status', { name: 'Links' })).queryByRole('list')).toBeNull()
    expect(await screen.findByText(/can’t listen yet/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Close this message' }))
    await waitFor(() => expect(screen.queryByText(/can’t listen yet/)).toBeNull())
  })
})

describe('a turn from a link', () => {
  it('is marked, and the mark says by keyboard what that means', async () => {
    fake.seed([linked('press Save'), ended('blocked', 'Nothing was done.')])
    const user = show()
    const article = within(await turn('press Save'))
    expect(article.getByRole('heading', { name: '“press Save”' })).toBeVisible()
    const mark = article.getByRole('button', { name: 'From a link', expanded: false })
    expect(article.queryByText(/not you/)).not.toBeVisible()
    while (document.activeElement !== mark) await user.tab({ shift: true })
    await user.keyboard('{Enter}')
    expect(article.getByText(/Whoever made the link wrote this, not you/)).toBeVisible()
    expect(mark).toHaveAttribute('aria-expanded', 'true')
  })

  it('asks with Deny in focus, and says who wants it', async () => {
    fake.seed([
      linked('press Save'),
      {
        type: 'approvalRequested',
        id: 'a1',
        calls: [planned('Press “Save”')],
        why: 'w',
        tainted: true,
        expiresAt: new Date(Date.now() + 9000).toISOString(),
      },
    ])
    show()
    expect(await screen.findByText(/A link wants this\. Allow it only if you want it yourself\./)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Deny' })).toHaveFocus())
    expect(screen.getByRole('alert')).toHaveTextContent('A link wants this.')
  })

  it('is not brought back with Up as if the person had said it', async () => {
    fake.seed([started('press Mine'), ended('done', 'Done.')], 5000)
    fake.seed([linked('press Theirs'), ended('blocked', 'Nothing was done.')])
    const user = show()
    await turn('press Theirs')
    await user.click(field())
    await user.keyboard('{ArrowUp}')
    expect(field()).toHaveValue('press Mine')
  })
})
