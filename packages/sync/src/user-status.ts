import type { Payload } from '@tagma/contract/define.ts'
import type { userStatusEvent } from '@tagma/contract/events/user-status.ts'
import type { State } from './state.ts'

/** Takes in a changed status. Cleared parts are removed, and a user without a status has no entry. */
export function applyUserStatus(
  state: State,
  { user_id, status_text, emoji_name, emoji_code, reaction_type, away }: Payload<typeof userStatusEvent>,
): State {
  if (!state.user_status) return state
  const changes = { status_text, emoji_name, emoji_code, reaction_type, away }
  const merged: Record<string, unknown> = { ...state.user_status[user_id] }
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue
    if (value === '' || value === false) delete merged[name]
    else merged[name] = value
  }
  const { [user_id]: _old, ...others } = state.user_status
  return {
    ...state,
    user_status: Object.keys(merged).length > 0 ? { ...others, [user_id]: merged } : others,
  }
}
