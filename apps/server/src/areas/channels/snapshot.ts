import { isGuest } from '@tagma/rules/roles.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { creationRights } from './creation-rights.ts'
import { defaultChannelIds } from './default-channels.ts'
import { listKnownChannels } from './list-channels.ts'
import { fitSubscription, presentSubscription, presentUnsubscribed } from './present.ts'

/** The channel part of the registration response. */
export const channelSnapshot: Snapshot = async (registration) => {
  const { db, directory, services, user, wants, options, now } = registration
  const rights = wants('realm_user') ? creationRights(directory, user, services.config) : {}
  if (!wants('subscription') && !wants('stream') && !wants('default_streams')) return rights
  const known = await listKnownChannels(db, directory, user, {
    includeSubscribers: wants('subscription') ? options.includeSubscribers : false,
    includeArchived: options.capabilities.archived_channels ?? false,
    now,
  })
  const viewer = { user, capabilities: options.capabilities }
  const subscribed = known.flatMap(({ shown, row, subscribers }) =>
    row?.is_active === 1 ? [fitSubscription(presentSubscription(shown, row, subscribers), viewer)] : [],
  )
  const others = known.filter(({ row }) => row?.is_active !== 1)
  return {
    ...rights,
    ...(wants('default_streams')
      ? { realm_default_streams: isGuest(user) ? [] : defaultChannelIds(directory.channels.values()) }
      : {}),
    ...(wants('subscription')
      ? {
          subscriptions: subscribed,
          unsubscribed: others.flatMap(({ shown, row, subscribers }) =>
            row ? [fitSubscription(presentSubscription(shown, row, subscribers), viewer)] : [],
          ),
          never_subscribed: others
            .filter(({ row }) => !row)
            .map(({ shown, subscribers }) => presentUnsubscribed(shown, subscribers)),
        }
      : {}),
    ...(wants('stream') ? { streams: known.map(({ shown }) => shown) } : {}),
  }
}
