import { getStreams } from '@tagma/contract/endpoints/channels/get-streams.ts'
import { mayReadChannel } from '@tagma/rules/channels.ts'
import { handle } from '#call/call.ts'
import { channelsOfOwner } from '../find-subscriptions.ts'
import { listKnownChannels } from '../list-channels.ts'

export const getStreamsHandler = handle(getStreams, async ({ caller, db, directory, now }, args) => {
  const known = await listKnownChannels(db, directory, caller, {
    includeSubscribers: false,
    includeArchived: !args.exclude_archived,
    now,
  })
  const ofOwner = args.include_owner_subscribed ? await channelsOfOwner(db, caller) : undefined
  return {
    streams: known
      .filter(({ channel, row }) => {
        const isIn = row?.is_active === 1
        return (
          args.include_all ||
          args.include_all_active ||
          (args.include_can_access_content && mayReadChannel(directory, caller, channel, isIn)) ||
          (args.include_public && !channel.isPrivate) ||
          (args.include_web_public && channel.isWebPublic) ||
          (args.include_subscribed && isIn) ||
          (args.include_default && channel.isDefault) ||
          ofOwner?.has(channel.id)
        )
      })
      .map(({ channel, shown }) => ({
        ...shown,
        ...(args.include_default ? { is_default: channel.isDefault } : {}),
      })),
  }
})
