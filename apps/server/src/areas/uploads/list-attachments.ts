import type { Attachment } from '@tagma/contract/objects/attachment.ts'
import type { UserRecord } from '#model/records.ts'
import { attachmentsOf, findAttachments, messagesLinking, uploadUsage } from '#store/messages/attachments.ts'
import type { Db } from '#store/sql/db.ts'
import { presentAttachment } from './present.ts'

/** What a user has uploaded, and what all uploads of the organization take up. */
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

/** Whether something that a user has uploaded is a picture with thumbnails; undefined when they have not uploaded it. */
export async function isPictureOf(db: Db, user: UserRecord, pathId: string): Promise<boolean | undefined> {
  const [row] = await findAttachments(db, user.organizationId, [pathId])
  return row?.owner_id === user.id ? row.image !== null : undefined
}
