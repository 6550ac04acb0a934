import type { State } from '@tagma/sync/state.ts'

/** Whether somebody is there: at the computer, away from it for a moment, or not there. */
export type Presence = 'here' | 'idle' | 'away'

/** Returns whether somebody is there, as far as the organization lets others see that. `now` is in milliseconds since 1970. */
export function presenceOf(state: State, userId: number, now: number): Presence {
  const threshold = state.server_presence_offline_threshold_seconds ?? 140
  const presence = state.presences?.[userId]
  if (state.realm_presence_disabled || !presence || !('active_timestamp' in presence)) return 'away'
  const since = now / 1000 - threshold
  if ((presence.active_timestamp ?? 0) >= since) return 'here'
  return (presence.idle_timestamp ?? 0) >= since ? 'idle' : 'away'
}
