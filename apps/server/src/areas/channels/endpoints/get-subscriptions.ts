import { getSubscriptions } from '@tagma/contract/endpoints/channels/get-subscriptions.ts'
import { handle } from '#call/call.ts'
import { listKnownChannels } from '../list-channels.ts'
import { presentSubscription } from '../present.ts'

export const getSubscriptionsHandler = handle(
  getSubscriptions,
  async ({ caller, db, directory, now }, args) => {
    const known = await listKnownChannels(db, directory, caller, {
      includeSubscribers: args.include_subscribers,
      includeArchived: false,
      subscribedOnly: true,
      now,
    })
    return {
      subscriptions: known.flatMap(({ shown, row, subscribers }) =>
        row?.is_active === 1 ? [presentSubscription(shown, row, subscribers)] : [],
      ),
    }
  },
)
