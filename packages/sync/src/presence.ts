import type { Payload } from '@tagma/contract/define.ts'
import type { presenceEvent } from '@tagma/contract/events/presence.ts'
import type { State } from './state.ts'

/** Takes in a user who came online. For clients with the capability `simplified_presence_events`. */
export function applyPresence(state: State, event: Payload<typeof presenceEvent>): State {
  if (!state.presences || !event.presences) return state
  return { ...state, presences: { ...state.presences, ...event.presences } }
}
