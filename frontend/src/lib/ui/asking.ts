// What covers the window must not hide that Pace asks: whoever opens a sheet hands this down to it.
import { getContext, setContext } from 'svelte'

export interface Asking {
  /** how many things wait for an answer */
  readonly count: number
  /** gives the first one the focus, once nothing covers it */
  answer(): void
}

const key = Symbol('asking')
export const provideAsking = (asking: Asking) => setContext(key, asking)
export const useAsking = () => getContext<Asking | undefined>(key)
