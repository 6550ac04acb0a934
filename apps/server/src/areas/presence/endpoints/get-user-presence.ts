import { getUserPresence } from '@tagma/contract/endpoints/presence/get-user-presence.ts'
import { handle } from '#server/call.ts'
import { findPresence } from '../find-presence.ts'
import { lastStatus, presentPresence } from '../present.ts'

export const getUserPresenceHandler = handle(getUserPresence, async (call, { user_id_or_email }) => {
  const entry = await findPresence(call, user_id_or_email)
  return {
    presence: { ...presentPresence(entry), website: lastStatus(entry), aggregated: lastStatus(entry) },
    server_timestamp: call.services.clock.now() / 1000,
  }
})
