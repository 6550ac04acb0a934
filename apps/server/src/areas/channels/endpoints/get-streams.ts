import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { handle } from '#server/call.ts'
import { listKnownChannels } from '../list-channels.ts'

export const getStreamsHandler = handle(getStreams, async ({ caller, db, directory, now }, args) => {
  const known = await listKnownChannels(db, directory, caller, {
    includeSubscribers: false,
    includeArchived: false,
    now,
  })
  return {
    streams: known
      .filter(
        ({ channel, row }) =>
          (args.include_public && !channel.isPrivate) ||
          (args.include_web_public && channel.isWebPublic) ||
          (args.include_subscribed && row?.is_active === 1),
      )
      .map(({ channel, shown }) => ({
        ...shown,
        ...(args.include_default ? { is_default: channel.isDefault } : {}),
      })),
  }
})
