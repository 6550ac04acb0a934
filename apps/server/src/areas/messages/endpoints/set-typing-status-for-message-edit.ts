import { setTypingStatusForMessageEdit } from '@tagma/contract/endpoints/messages/set-typing-status-for-message-edit.ts'
import { handle } from '#call/call.ts'
import { announceEditTyping } from '../typing/announce-edit-typing.ts'

export const setTypingStatusForMessageEditHandler = handle(
  setTypingStatusForMessageEdit,
  async (call, { message_id, op }) => {
    await announceEditTyping(call, message_id, op)
    return {}
  },
)
