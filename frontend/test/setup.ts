import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/svelte'

// How long what is waited for may take on a loaded machine.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no layout: what scrolls is told so and does nothing.
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom has no popovers: they open and close, and say so.
if (!('popover' in HTMLElement.prototype)) {
  const shown = new WeakSet<HTMLElement>()
  const become = (e: HTMLElement, open: boolean) => {
    if (shown.has(e) === open) return
    if (open) shown.add(e)
    else shown.delete(e)
    e.dispatchEvent(Object.assign(new Event('toggle'), { newState: open ? 'open' : 'closed' }))
  }
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      become(this, true)
    },
    hidePopover(this: HTMLElement) {
      become(this, false)
    },
    togglePopover(this: HTMLElement) {
      become(this, !shown.has(this))
    },
  })
  document.addEventListener('click', (e) => {
    const id = (e.target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
    if (id) document.getElementById(id)?.togglePopover()
  })
}
