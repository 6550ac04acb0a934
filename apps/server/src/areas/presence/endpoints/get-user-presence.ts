import { getUserPresence } from '@tagma/contract/endpoints/presence/get-user-presence.ts'
import { limits } from '@tagma/contract/limits.ts'
import { handle } from '#call/call.ts'
import { findPresence } from '../find-presence.ts'
import { lastStatus, presentPresence } from '../present.ts'

export const getUserPresenceHandler = handle(getUserPresence, async (call, { user_id_or_email }) => {
  const entry = await findPresence(call, user_id_or_email)
  const now = call.services.time.clock.now() / 1000
  const website = lastStatus(entry)
  const isOffline = now - entry.seenAt > limits.presenceOfflineThresholdSeconds
  const aggregated = isOffline ? { ...website, status: 'offline' as const } : website
  return { presence: { ...presentPresence(entry), website, aggregated }, server_timestamp: now }
})
