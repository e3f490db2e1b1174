import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import Menu from './Menu.svelte'

const focused = () =>
  document.activeElement?.getAttribute('data-name') ?? document.activeElement?.getAttribute('aria-label')

it('is a menu: opened by its button or Ctrl+K, with arrows, ends and first letters, and gives the focus back', async () => {
  const shown: string[] = []
  render(Menu, { onshow: (place: string) => shown.push(place) })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Menu' }))
  expect(focused()).toBe('Abilities')
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('Health')
  await user.keyboard('{ArrowDown}{End}')
  expect(focused()).toBe('Health')
  await user.keyboard('{Home}a')
  expect(focused()).toBe('Activity')
  await user.keyboard('a')
  expect(focused()).toBe('Abilities')
  await user.keyboard('s')
  expect(focused()).toBe('Settings')
  await user.keyboard('{Enter}')
  expect(shown).toEqual(['settings'])
  expect(focused()).toBe('Menu')
  await user.keyboard('{Control>}k{/Control}')
  expect(focused()).toBe('Abilities')
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true')
})
