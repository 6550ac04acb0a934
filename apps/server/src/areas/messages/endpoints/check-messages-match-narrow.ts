import { checkMessagesMatchNarrow } from '@tagma/contract/endpoints/messages/check-messages-match-narrow.ts'
import { handle } from '#call/call.ts'
import { checkNarrow } from '../fetch/check-narrow.ts'

export const checkMessagesMatchNarrowHandler = handle(checkMessagesMatchNarrow, async (call, args) => ({
  messages: await checkNarrow(call, args),
}))
