import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  type AttachmentRow,
  attachmentsIn,
  findAttachments,
  linkAttachments,
  messagesLinking,
  unlinkAttachments,
  uploadUsage,
} from '#store/messages/attachments.ts'
import type { Db } from '#store/sql/db.ts'
import { mayOpenUpload } from './may-open-upload.ts'
import { presentAttachment } from './present.ts'

/**
 * Finds the uploads that a message links and its author may share, because they may open them. If there are any, the
 * message has an attachment.
 */
export async function claimableAttachments(
  db: Db,
  directory: OrganizationDirectory,
  author: UserRecord,
  pathIds: readonly string[],
): Promise<AttachmentRow[]> {
  const claimable: AttachmentRow[] = []
  for (const row of await findAttachments(db, directory.organization.id, pathIds)) {
    if (await mayOpenUpload(db, directory, author, row)) claimable.push(row)
  }
  return claimable
}

/**
 * Makes a message link exactly these uploads: from now on, everybody who reads it may open them. Tells their owners.
 * Returns the uploads that no message links any more.
 */
export async function claimAttachments(
  tx: Tx,
  messageId: number,
  attachments: readonly AttachmentRow[],
): Promise<AttachmentRow[]> {
  const before = await attachmentsIn(tx.db, messageId)
  const isIn = (list: readonly AttachmentRow[]) => (row: AttachmentRow) =>
    list.some(({ id }) => id === row.id)
  const fresh = attachments.filter((row) => !isIn(before)(row))
  const gone = before.filter((row) => !isIn(attachments)(row))
  if (fresh.length === 0 && gone.length === 0) return []
  await linkAttachments(
    tx,
    messageId,
    fresh.map(({ id }) => id),
  )
  await unlinkAttachments(
    tx,
    messageId,
    gone.map(({ id }) => id),
  )
  const changed = [...fresh, ...gone]
  const linking = await messagesLinking(
    tx.db,
    changed.map(({ id }) => id),
  )
  const upload_space_used = await uploadUsage(tx.db, tx.organizationId)
  for (const row of changed) {
    tx.emit(
      {
        type: 'attachment',
        op: 'update',
        attachment: presentAttachment(row, linking.get(row.id) ?? []),
        upload_space_used,
      },
      { users: [row.owner_id] },
    )
  }
  return gone.filter(({ id }) => !linking.has(id))
}
