import { sendSubmessage } from '@tagma/contract/endpoints/submessages/send-submessage.ts'
import { handle } from '#call/call.ts'
import { addSubmessage } from '../add-submessage.ts'

export const sendSubmessageHandler = handle(
  sendSubmessage,
  async ({ caller, directory, transact }, { message_id, content }) => {
    await transact((tx) => addSubmessage(tx, directory, caller, { messageId: message_id, content }))
    return {}
  },
)
