import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { newestReceivedMessage } from '#areas/messages/newest-received.ts'
import { handle } from '#server/call.ts'
import { fetchUser } from '../list-users.ts'

export const getOwnUserHandler = handle(getOwnUser, async (call) => ({
  ...(await fetchUser(call, call.caller, { client_gravatar: false, include_custom_profile_fields: true })),
  max_message_id: await newestReceivedMessage(call.db, call.directory, call.caller),
}))
