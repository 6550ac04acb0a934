import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { handle } from '#call/call.ts'
import { editMessage } from '../edit/edit-message.ts'

export const updateMessageHandler = handle(updateMessage, async (call, args) => {
  return { detached_uploads: await editMessage(call, args) }
})
