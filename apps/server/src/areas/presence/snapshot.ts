import type { Snapshot } from '#call/snapshot.ts'
import { listPresence, sinceDays } from './list-presence.ts'

/** The presence part of the registration response. */
export const presenceSnapshot: Snapshot = async ({ wants, options, user, services, ...rest }) => {
  if (!wants('presence')) return {}
  const { presences, newest } = await listPresence({ services, ...rest }, user, {
    after: -1,
    since: sinceDays(rest.now, options.presenceHistoryDays),
    format: options.slimPresence ? 'modern' : 'legacy',
  })
  return {
    presences,
    presence_last_update_id: newest,
    server_timestamp: services.time.clock.now() / 1000,
  }
}
