import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist/', 'dist-fake/', '**/*.gen.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig },
    },
  },
  {
    // A screen shows what it gets and says what happened; only the state talks to the transport.
    files: ['src/features/**', 'src/lib/ui/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/api/client', '**/api/transport', '**/api/fake', '**/api/ws', '**/api/wails'],
              allowTypeImports: true,
              message: 'Go through lib/state.',
            },
          ],
        },
      ],
    },
  },
  {
    // State is kept in whole values that are replaced; the sets and maps inside functions need no reactivity.
    files: ['src/lib/state/**'],
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
)
