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
