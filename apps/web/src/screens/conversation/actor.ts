import { channelById } from '#state/channels.ts'
import type { App } from '#state/use-app.ts'
import type { Actor } from './message-rights.ts'

/** Returns the reader as one who acts in a channel, or in direct messages: with what is known now. */
export function actorIn({ store, clock }: App, channelId: number | undefined): Actor {
  const { connection, ...known } = store.get()
  const state = known.state!
  const channel = channelId === undefined ? undefined : channelById(state, channelId)
  return { state, channel, now: clock.now() / 1000, isOnline: connection.state !== 'waiting' }
}
