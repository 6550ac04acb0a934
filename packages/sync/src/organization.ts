import type { Payload } from '@tagma/contract/define.ts'
import type { realmUpdateDictEvent, realmUpdateEvent } from '@tagma/contract/events/realm.ts'
import type { State } from './state.ts'

type RealmEvent = Payload<typeof realmUpdateEvent> | Payload<typeof realmUpdateDictEvent>

/** Takes in changed settings of the organization; those that were not fetched stay away. */
export function applyOrganization(state: State, event: RealmEvent): State {
  const data = event.op === 'update' ? { [event.property]: event.value } : event.data
  const known = Object.entries(data)
    .map(([name, value]) => [`realm_${name}`, value] as const)
    .filter(([name]) => name in state)
  return { ...state, ...Object.fromEntries(known) }
}
