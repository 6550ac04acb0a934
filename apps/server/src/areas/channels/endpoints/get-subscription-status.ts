import { getSubscriptionStatus } from '@tagma/contract/endpoints/channels/get-subscription-status.ts'
import { handle } from '#call/call.ts'
import { findSubscriptionStatus } from '../find-subscriptions.ts'

export const getSubscriptionStatusHandler = handle(
  getSubscriptionStatus,
  async ({ caller, db, directory }, { user_id, stream_id }) => ({
    is_subscribed: await findSubscriptionStatus(db, directory, caller, user_id, stream_id),
  }),
)
