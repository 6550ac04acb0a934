import { getPresence } from '@tagma/contract/endpoints/presence/get-presence.ts'
import type { LegacyPresence } from '@tagma/contract/objects/presence.ts'
import { handle } from '#call/call.ts'
import { listPresence, sinceDays } from '../list-presence.ts'

const historyDays = 14

export const getPresenceHandler = handle(getPresence, async (call) => {
  const { presences } = await listPresence(call, call.caller, {
    after: -1,
    since: sinceDays(call.now, historyDays),
    format: 'legacy',
  })
  return {
    server_timestamp: call.services.time.clock.now() / 1000,
    presences: presences as Record<string, LegacyPresence>,
  }
})
