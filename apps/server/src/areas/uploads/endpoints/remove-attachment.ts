import { removeAttachment } from '@tagma/contract/endpoints/uploads/remove-attachment.ts'
import { handle } from '#call/call.ts'
import { deleteAttachment } from '../delete-attachment.ts'

export const removeAttachmentHandler = handle(
  removeAttachment,
  async ({ caller, services }, { attachment_id }) => {
    await deleteAttachment(services, caller, attachment_id)
    return {}
  },
)
