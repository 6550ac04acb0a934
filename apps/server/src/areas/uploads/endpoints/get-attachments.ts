import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { handle } from '#call/call.ts'
import { listAttachments } from '../list-attachments.ts'

export const getAttachmentsHandler = handle(getAttachments, async ({ caller, db }) =>
  listAttachments(db, caller),
)
