// What the machine of the Pace that is not there has, and what can be done on it.
import type { Ability, AbilityFamily, Permission } from '../src/lib/api/services'

const part = (id: string, name: string, about: string, more: Partial<Permission> = {}): Permission => ({
  id,
  name,
  about,
  state: 'ready',
  reason: '',
  fix: '',
  tools: [],
  ...more,
})

export const fakePermissions = (): Permission[] => [
  part('accessibility', 'Accessibility', 'See and press what windows show.', {
    state: 'limited',
    reason: 'The bus is there, but no running program takes part.',
    fix: 'Open a program, for instance the calculator, and look again.',
    tools: [
      { tool: 'click', name: 'Click', example: 'press Save in the File menu' },
      { tool: 'type', name: 'Type', example: 'type Grüße in Notes' },
    ],
  }),
  part('input', 'Mouse and keys', 'Move the pointer and press keys.', {
    reason: 'Mouse and keyboard through XTEST, with a watcher that lets go of keys',
    tools: [{ tool: 'key', name: 'Key', example: 'press ctrl+s' }],
  }),
  part('windows', 'Windows', 'List, place and close windows.', { reason: 'Openbox' }),
  part('sound', 'Sound output', 'Set the volume.', {
    state: 'absent',
    reason: 'No sound server is running.',
    fix: 'Install PipeWire with pipewire-pulse, or PulseAudio, then log out and in again.',
    tools: [{ tool: 'volume', name: 'Volume', example: 'turn the volume up' }],
  }),
  part('screen', 'Pictures of the screen', 'Show a target before and after.', {
    state: 'denied',
    reason: 'This session lets no program see the screen.',
    fix: 'Choose the X11 session at the login screen.',
  }),
  part('keyring', 'Keyring', 'Keep keys for services outside this machine.', {
    state: 'absent',
    reason: 'No keyring is running.',
    fix: 'Install gnome-keyring or KWallet, then log out and in again.',
  }),
]

const able = (tool: string, summary: string, says: string[], more: Partial<Ability> = {}): Ability => ({
  tool,
  name: (tool.charAt(0).toUpperCase() + tool.slice(1)).replace(/_/g, ' '),
  summary,
  says: says.map((text) => ({ text, direct: true })),
  risk: 'changesAppOrSystem',
  asks: 'never',
  undoable: false,
  missing: [],
  ...more,
})

export const fakeAbilities = (): AbilityFamily[] => [
  {
    id: 'screen',
    name: 'Press and type',
    abilities: [
      able('click', 'Presses a button, link, menu item or tab.', [
        'press Save in the File menu',
        'press the second OK button',
      ]),
      able('type', 'Types text into a field.', ['type Grüße in Notes'], { undoable: true }),
    ],
  },
  {
    id: 'sound',
    name: 'Sound, light and music',
    abilities: [
      able('volume', 'Sets the volume, turns it up or down, or mutes.', ['turn the volume up', 'mute the sound'], {
        undoable: true,
        missing: [{ name: 'Sound output', reason: 'No sound server is running. Install one.' }],
      }),
    ],
  },
  {
    id: 'notes',
    name: 'Notes and people',
    abilities: [
      able('mail', 'Opens a draft, and never sends it.', ['draft an email to anna@example.org about lunch'], {
        asks: 'always',
      }),
      able('contacts', 'Looks up a person.', ['what is Anna’s phone number'], {
        risk: 'readOnly',
        says: [{ text: 'what is Anna’s phone number', direct: false }],
      }),
    ],
  },
]

export const manyAbilities = (): AbilityFamily[] =>
  Array.from({ length: 10 }, (_, i) => ({
    id: `family-${i}`,
    name: `Kind of work number ${i + 1}`,
    abilities: Array.from({ length: 100 }, (_, j) =>
      able(`tool_${i}_${j}`, 'Does one more thing of which there are very many.', [
        `a sentence of some length that says thing ${j} of kind ${i}`,
        `another way to say ${j}`,
      ]),
    ),
  }))
