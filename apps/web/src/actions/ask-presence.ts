import * as wire from '@tagma/contract/wire.ts'
import type { Person } from '#state/people.ts'
import type { App } from '#state/use-app.ts'
import { applyOwn } from './apply-own.ts'

/** Milliseconds back from now for which a registration tells when people were here. */
const known = 14 * 86_400_000

/** Ids of people whose presence was asked for since the page began. */
const asked = new Set<number>()

/**
 * Asks the server when somebody was here last, if that is too long ago for the registration to tell. Each person is asked
 * about once, because newer reports come by themselves.
 */
export async function askPresence(app: App, person: Person): Promise<void> {
  const { state, connection } = app.store.get()
  const { user_id: userId, is_active, is_bot, date_joined } = person
  if (!state?.presences || state.realm_presence_disabled || connection.state !== 'live') return
  // Whoever joined within that time and is not in the registration was never here.
  const isOld = app.clock.now() - Date.parse(date_joined) > known
  if (state.presences[userId] || !is_active || is_bot || !isOld || asked.has(userId)) return
  asked.add(userId)
  const { presence } = await app.client.call(wire.getUserPresence, { user_id_or_email: userId })
  const { active_timestamp, idle_timestamp } = presence
  if (!app.store.get().state?.presences?.[userId])
    applyOwn(app, { type: 'presence', presences: { [userId]: { active_timestamp, idle_timestamp } } })
}
