import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { newestReceivedMessage } from '#areas/messages/newest-received.ts'
import { handle } from '#server/call.ts'
import { presentUser } from '../present.ts'

export const getOwnUserHandler = handle(getOwnUser, async ({ caller, db, directory }) => ({
  ...presentUser(caller, { user: caller, clientGravatar: false }),
  max_message_id: await newestReceivedMessage(db, directory, caller),
}))
