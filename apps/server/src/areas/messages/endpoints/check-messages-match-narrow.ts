import { checkMessagesMatchNarrow } from '@tagma/contract/endpoints/messages/check-messages-match-narrow.ts'
import { handle } from '#server/call.ts'
import { checkNarrow } from '../check-narrow.ts'

export const checkMessagesMatchNarrowHandler = handle(checkMessagesMatchNarrow, async (call, args) => ({
  messages: await checkNarrow(call, args),
}))
