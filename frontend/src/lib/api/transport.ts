// A transport carries calls to Pace and pushes back. Nothing above this folder knows which one it is.

/** Where the connection stands. "refused" means that Pace answered but does not know this window. */
export type Link =
  | { state: 'idle' }
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'waiting'; attempt: number; retryAt: number }
  | { state: 'refused' }

export interface Transport {
  readonly kind: 'wails' | 'ws' | 'fake'
  /** Settles once: with the result, or with a CallError. Never later than timeoutMs. */
  call(method: string, params: unknown[], timeoutMs: number): Promise<unknown>
  /** Hears every push of that name from now on; the answer ends it. */
  on(event: string, hear: (data: unknown) => void): () => void
  link(): Link
  /** Hears every change of link, not the present one. */
  watch(hear: (link: Link) => void): () => void
  /** Connects now, when not connected. */
  retry(): void
}

/**
 * Why a call has no result. Codes made here: "unreachable" (it was never sent), "lost" (sent; the connection ended before
 * the answer, so what became of it is unknown), "timeout" (sent; no answer in time, unknown too). All others are Pace's.
 */
export class CallError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
    this.name = 'CallError'
  }

  /** Whether the call may have had its effect although no answer came. */
  get unknown(): boolean {
    return this.code === 'lost' || this.code === 'timeout'
  }
}

/** Makes one kind of error of what hosts reject with: a CallError, {code, message}, an Error or a bare string. */
export function toCallError(reason: unknown): CallError {
  if (reason instanceof CallError) return reason
  if (reason && typeof reason === 'object' && 'message' in reason) {
    const { code, message } = reason as { code?: unknown; message: unknown }
    return new CallError(typeof code === 'string' && code ? code : 'failed', String(message))
  }
  return new CallError('failed', String(reason))
}

export const timedOut = () => new CallError('timeout', 'Pace did not answer in time.')

/** Bounds a wait. */
export function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut()), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
