import { getUserChannels } from '@tagma/contract/endpoints/channels/get-user-channels.ts'
import { handle } from '#call/call.ts'
import { findChannelsOfUser } from '../find-subscriptions.ts'

export const getUserChannelsHandler = handle(
  getUserChannels,
  async ({ caller, db, directory }, { user_id }) => ({
    subscribed_channel_ids: await findChannelsOfUser(db, directory, caller, user_id),
  }),
)
