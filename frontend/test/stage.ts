// The stage of the fake mode: a scene by its name in the address, and the fake at hand in the console.
import { fakePace } from './fake'
import { scenes } from './scenes'
import type { Transport } from '../src/lib/api/transport'

export function stage(): Transport {
  const pace = fakePace()
  scenes[new URLSearchParams(location.search).get('scene') ?? 'empty']?.(pace)
  Object.assign(window, { pace })
  return pace.transport
}
