import type { Payload } from '@tagma/contract/define.ts'
import type { realmUserAddEvent, realmUserUpdateEvent } from '@tagma/contract/events/realm-user.ts'
import type { State } from './state.ts'

/** Takes in users who came or changed. */
export function applyUser(
  state: State,
  event: Payload<typeof realmUserAddEvent> | Payload<typeof realmUserUpdateEvent>,
): State {
  if (event.op === 'add' && state.realm_users) {
    const { person } = event
    return {
      ...state,
      realm_users: [...state.realm_users.filter((user) => user.user_id !== person.user_id), person],
    }
  }
  return state
}
