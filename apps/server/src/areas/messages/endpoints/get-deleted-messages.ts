import { getDeletedMessages } from '@tagma/contract/endpoints/messages/get-deleted-messages.ts'
import { handle } from '#call/call.ts'
import { listDeletions } from '../delete/list-deletions.ts'

export const getDeletedMessagesHandler = handle(getDeletedMessages, async (call, args) => ({
  deleted_messages: await listDeletions(call, args),
}))
