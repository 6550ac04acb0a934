import { getScheduledMessages } from '@tagma/contract/endpoints/scheduled/get-scheduled-messages.ts'
import { handle } from '#call/call.ts'
import { listScheduledMessages } from '../list-scheduled.ts'

export const getScheduledMessagesHandler = handle(getScheduledMessages, async ({ caller, db }) => ({
  scheduled_messages: await listScheduledMessages(db, caller),
}))
