import type { Payload } from '@tagma/contract/define.ts'
import type { realmLinkifiersEvent } from '@tagma/contract/events/realm-linkifiers.ts'
import type { State } from './state.ts'

/** Takes in a new list of linkifiers. */
export function applyLinkifiers(state: State, event: Payload<typeof realmLinkifiersEvent>): State {
  return state.realm_linkifiers ? { ...state, realm_linkifiers: event.realm_linkifiers } : state
}
