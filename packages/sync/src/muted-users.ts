import type { Payload } from '@tagma/contract/define.ts'
import type { mutedUsersEvent } from '@tagma/contract/events/muted-users.ts'
import type { State } from './state.ts'

/** Replaces the list of users that the user has muted. */
export function applyMutedUsers(state: State, { muted_users }: Payload<typeof mutedUsersEvent>): State {
  return state.muted_users ? { ...state, muted_users } : state
}
