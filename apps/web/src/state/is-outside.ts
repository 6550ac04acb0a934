import { channelById } from './channels.ts'
import type { Known } from './known.ts'
import { isSpectator } from './spectator.ts'

/**
 * Whether the reader knows a channel and is not in it: the server tells nothing of its new messages and topics. Nobody is
 * outside of an archived channel, because nothing new comes there.
 */
export function isOutside(known: Pick<Known, 'state'>, channelId: number): boolean {
  const { state } = known
  const channel = channelById(state, channelId)
  if (!channel || channel.is_archived || isSpectator(known)) return false
  return !state?.subscriptions?.some(({ stream_id }) => stream_id === channelId)
}
