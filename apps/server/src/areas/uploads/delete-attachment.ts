import type { Services } from '#call/services.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  type AttachmentRow,
  attachmentsOf,
  deleteAttachmentRow,
  findAttachments,
  uploadUsage,
} from '#store/messages/attachments.ts'
import { type StoredPicture, thumbnailKey, thumbnailNames } from './thumbnails.ts'

/** Deletes a user's upload. */
export async function deleteAttachment(services: Services, user: UserRecord, id: number): Promise<void> {
  const row = await services.data.transact(user.organizationId, async (tx) => {
    const found = (await attachmentsOf(tx.db, user.id)).find((attachment) => attachment.id === id)
    if (!found) throw badRequest('Invalid attachment')
    await dropAttachment(tx, found)
    return found
  })
  await services.outside.blobs.remove(blobKeys(row))
}

/** Deletes uploads whose purpose has failed. */
export async function discardUploads(
  services: Services,
  organizationId: number,
  pathIds: readonly string[],
): Promise<void> {
  if (pathIds.length === 0) return
  const dropped = await services.data.transact(organizationId, async (tx) => {
    const rows = await findAttachments(tx.db, organizationId, pathIds)
    for (const row of rows) await dropAttachment(tx, row)
    return rows
  })
  await services.outside.blobs.remove(dropped.flatMap(blobKeys))
}

/** Deletes an attachment's row and tells its owner. The blobs go after the commit: `blobKeys` names them. */
export async function dropAttachment(tx: Tx, row: AttachmentRow): Promise<void> {
  await deleteAttachmentRow(tx, row)
  tx.emit(
    {
      type: 'attachment',
      op: 'remove',
      attachment: { id: row.id },
      upload_space_used: await uploadUsage(tx.db, tx.organizationId),
    },
    { users: [row.owner_id] },
  )
}

export function blobKeys({ path_id, image }: AttachmentRow): string[] {
  const thumbnails = image === null ? [] : thumbnailNames(JSON.parse(image) as StoredPicture)
  return [path_id, ...thumbnails.map((name) => thumbnailKey(path_id, name))]
}
