import { checkMessagesMatchNarrow } from '@tagma/contract/endpoints/messages/check-messages-match-narrow.ts'
import { handle } from '#call/call.ts'
import { matchNarrow } from '../fetch/match-narrow.ts'

export const checkMessagesMatchNarrowHandler = handle(checkMessagesMatchNarrow, async (call, args) => ({
  messages: await matchNarrow(call, args),
}))
