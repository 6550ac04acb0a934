import type { Attachment } from '@tagma/contract/objects/attachment.ts'
import type { UserRecord } from '#model/records.ts'
import { attachmentsOf, findAttachments, messagesLinking, uploadUsage } from '#store/messages/attachments.ts'
import type { Db } from '#store/sql/db.ts'
import { presentAttachment } from './present.ts'

/** Lists a user's uploads, with the size of all uploads of the organization. */
export async function listAttachments(
  db: Db,
  user: UserRecord,
): Promise<{ attachments: Attachment[]; upload_space_used: number }> {
  const rows = await attachmentsOf(db, user.id)
  const linking = await messagesLinking(
    db,
    rows.map((row) => row.id),
  )
  return {
    attachments: rows.map((row) => presentAttachment(row, linking.get(row.id) ?? [])),
    upload_space_used: await uploadUsage(db, user.organizationId),
  }
}

/** Tells whether an upload of a user is a picture with thumbnails; undefined if it is not an upload of theirs. */
export async function isPictureOf(db: Db, user: UserRecord, pathId: string): Promise<boolean | undefined> {
  const [row] = await findAttachments(db, user.organizationId, [pathId])
  return row?.owner_id === user.id ? row.image !== null : undefined
}
