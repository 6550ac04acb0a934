import { checkThumbnailStatus } from '@tagma/contract/endpoints/uploads/check-thumbnail-status.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { isPictureOf } from '../list-attachments.ts'

export const checkThumbnailStatusHandler = handle(
  checkThumbnailStatus,
  async ({ caller, db }, { realm_id_str, filename }) => {
    // Thumbnails are made before an upload is answered, so a file without them is not a picture.
    if (!(await isPictureOf(db, caller, `${realm_id_str}/${filename}`)))
      throw badRequest('Invalid attachment')
    return { has_thumbnail: true }
  },
)
