import type { Snapshot } from '#events/snapshot.ts'
import { defaultChannelIds } from './default-channels.ts'
import { listKnownChannels } from './list-channels.ts'
import { presentSubscription, presentUnsubscribed } from './present.ts'

/** The channel part of the registration response. */
export const channelSnapshot: Snapshot = async ({ db, directory, user, wants, options, now }) => {
  if (!wants('subscription') && !wants('stream') && !wants('default_streams')) return {}
  const known = await listKnownChannels(db, directory, user, {
    includeSubscribers: wants('subscription') ? options.includeSubscribers : false,
    includeArchived: options.capabilities.archived_channels ?? false,
    now,
  })
  const subscribed = known.flatMap(({ shown, row, subscribers }) =>
    row?.is_active === 1 ? [presentSubscription(shown, row, subscribers)] : [],
  )
  const others = known.filter(({ row }) => row?.is_active !== 1)
  return {
    ...(wants('default_streams') && user.role < 600
      ? { realm_default_streams: defaultChannelIds(directory.channels.values()) }
      : {}),
    ...(wants('subscription')
      ? {
          subscriptions: subscribed,
          unsubscribed: others
            .filter(({ row }) => row)
            .map(({ shown, subscribers }) => presentUnsubscribed(shown, subscribers)),
          never_subscribed: others
            .filter(({ row }) => !row)
            .map(({ shown, subscribers }) => presentUnsubscribed(shown, subscribers)),
        }
      : {}),
    ...(wants('stream') ? { streams: known.map(({ shown }) => shown) } : {}),
  }
}
