import { setTypingStatus } from '@tagma/contract/endpoints/messages/set-typing-status.ts'
import { handle } from '#call/call.ts'
import { announceTyping } from '../typing/announce-typing.ts'

export const setTypingStatusHandler = handle(setTypingStatus, async (call, args) => {
  await announceTyping(call, args)
  return {}
})
