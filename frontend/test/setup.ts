import '@testing-library/jest-dom/vitest'

// jsdom has no layout: what scrolls is told so and does nothing.
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}
