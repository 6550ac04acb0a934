import type { Channel } from '#state/channels.ts'
import { useKnown } from '#state/use-known.ts'
import { type ChannelPart, changeReason } from './channel-rights.ts'

/**
 * Returns why one may not change a part of a channel, or undefined. It is empty if the reason stands at the head of the
 * page already.
 */
export function useChangeReason(channel: Channel, part: ChannelPart): string | undefined {
  const reason = useKnown(({ state }) => state && changeReason(state, channel, part))
  const general = useKnown(({ state }) => state && changeReason(state, channel, 'details'))
  return reason !== undefined && reason === general ? '' : reason
}
