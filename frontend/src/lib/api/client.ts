// The typed client: api.Turns.Submit('press 7', false). One for the page, whatever carries it.
import type { Pushes, Services, SmokeService } from './services'
import type { Link, Transport } from './transport'

export type Client = Services & {
  Smoke: SmokeService
  on<E extends keyof Pushes>(event: E, hear: (data: Pushes[E]) => void): () => void
  link(): Link
  watch(hear: (link: Link) => void): () => void
  retry(): void
}

// Probes start programs and wait for their answers, model servers take their time; the rest answers from memory.
const patience: Record<string, number> = { Doctor: 120_000, Permissions: 120_000, Brain: 60_000 }
const usualPatience = 20_000

const names: Record<keyof Services | 'Smoke', true> = {
  Session: true,
  Turns: true,
  Pictures: true,
  Settings: true,
  Runs: true,
  Doctor: true,
  Brain: true,
  Links: true,
  Activity: true,
  Privacy: true,
  Permissions: true,
  Abilities: true,
  Approvals: true,
  Timers: true,
  Smoke: true,
}

export function makeClient(transport: Transport): Client {
  const service = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          (...params: unknown[]) =>
            transport.call(`${name}.${String(method)}`, params, patience[name] ?? usualPatience),
      },
    )
  const services = Object.fromEntries(
    Object.keys(names).map((name) => [name, service(name)]),
  ) as unknown as Services & {
    Smoke: SmokeService
  }
  return {
    ...services,
    on: (event, hear) => transport.on(event, hear as (data: unknown) => void),
    link: () => transport.link(),
    watch: (hear) => transport.watch(hear),
    retry: () => transport.retry(),
  }
}
