import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { handle } from '#call/call.ts'
import { listPresence, sinceDays } from '../list-presence.ts'
import { reportPresence } from '../report-presence.ts'

export const updatePresenceHandler = handle(updatePresence, async (call, args) => {
  await reportPresence(call, args.status)
  const last = args.last_update_id
  if (args.ping_only) return { presence_last_update_id: last ?? -1 }
  const { presences, newest } = await listPresence(call, call.caller, {
    after: last ?? -1,
    since: sinceDays(call.now, args.history_limit_days),
    format: last !== undefined || args.slim_presence ? 'modern' : 'legacy',
  })
  return {
    presence_last_update_id: Math.max(last ?? -1, newest),
    server_timestamp: call.services.time.clock.now() / 1000,
    presences,
  }
})
