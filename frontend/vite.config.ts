import { svelte } from '@sveltejs/vite-plugin-svelte'
import tailwindcss from '@tailwindcss/vite'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

// public/.keep is copied into dist on every build: Go embeds that folder and needs one file in it, built or not.
export default defineConfig({
  plugins: [tailwindcss(), svelte(), svelteTesting()],
  server: { host: '127.0.0.1' },
  preview: { host: '127.0.0.1' },
  build: { target: 'safari16.4', emptyOutDir: true },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: ['./test/setup.ts'],
    css: { include: /\?raw/ },
    testTimeout: 30_000, // a bound for a loaded machine; nothing waits for it to pass
  },
})
