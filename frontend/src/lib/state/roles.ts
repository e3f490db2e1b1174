// Which hue a thing has. Green means one thing only: it was seen to have happened.
import type { Effect, Status } from '../api/events.gen'
import type { Permission, Probe } from '../api/services'
import type { Signal } from './pace.svelte'

export type Role = 'local' | 'off-device' | 'approval' | 'success' | 'blocked' | 'failure' | 'unknown' | 'quiet'

export const effectRole: Record<Effect, Role> = {
  confirmed: 'success',
  unchanged: 'blocked',
  partial: 'blocked',
  unverifiable: 'unknown',
  refused: 'blocked',
  failed: 'failure',
  cancelled: 'quiet',
  notAttempted: 'quiet',
}

/** The effect that a whole turn's mark borrows. */
export const statusEffect: Record<Status, Effect> = {
  done: 'confirmed',
  unverified: 'unverifiable',
  partial: 'partial',
  failed: 'failed',
  cancelled: 'cancelled',
  blocked: 'refused',
  notUnderstood: 'unverifiable',
}

export const probeRole: Record<Probe['state'], Role> = {
  ok: 'success',
  warn: 'blocked',
  fail: 'failure',
  absent: 'unknown',
}

export const permissionRole: Record<Permission['state'], Role> = {
  ready: 'success',
  limited: 'blocked',
  denied: 'failure',
  absent: 'unknown',
}

export const signalRole: Record<Signal, Role> = {
  ready: 'local',
  understanding: 'local',
  acting: 'local',
  awaitingApproval: 'approval',
  blocked: 'blocked',
}

/** Full class names, so that the stylesheet keeps them. */
export const roleClass: Record<Role, string> = {
  local: 'role-local',
  'off-device': 'role-off-device',
  approval: 'role-approval',
  success: 'role-success',
  blocked: 'role-blocked',
  failure: 'role-failure',
  unknown: 'role-unknown',
  quiet: 'role-quiet',
}
