import { type ExpressionBuilder, type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import type { Tables } from '#store/sql/tables.ts'
import type { AttachmentsTable } from '#store/sql/tables/messages.ts'

export type AttachmentRow = Selectable<AttachmentsTable>

/** Attachments of an organization by the part of their address after `/user_uploads/`. */
export async function findAttachments(
  db: Db,
  organizationId: number,
  pathIds: readonly string[],
): Promise<AttachmentRow[]> {
  if (pathIds.length === 0) return []
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('path_id', 'in', [...pathIds])
    .execute()
}

/** A user's uploads, oldest first. */
export async function attachmentsOf(db: Db, userId: number): Promise<AttachmentRow[]> {
  return db.selectFrom('attachments').selectAll().where('owner_id', '=', userId).orderBy('id').execute()
}

/** The ids of the messages that link attachments, ascending, by attachment. */
export async function messagesLinking(
  db: Db,
  attachmentIds: readonly number[],
): Promise<Map<number, number[]>> {
  const linking = new Map<number, number[]>()
  if (attachmentIds.length === 0) return linking
  const rows = await db
    .selectFrom('message_attachments')
    .selectAll()
    .where('attachment_id', 'in', [...attachmentIds])
    .orderBy('message_id')
    .execute()
  for (const row of rows) {
    const list = linking.get(row.attachment_id)
    if (list) list.push(row.message_id)
    else linking.set(row.attachment_id, [row.message_id])
  }
  return linking
}

/** The attachments that a message links. */
export async function attachmentsIn(db: Db, messageId: number): Promise<AttachmentRow[]> {
  return db
    .selectFrom('attachments')
    .innerJoin('message_attachments', 'attachment_id', 'id')
    .selectAll('attachments')
    .where('message_id', '=', messageId)
    .execute()
}

/** The attachments that messages link, once for each message that does. */
export async function attachmentsLinkedBy(
  db: Db,
  messageIds: readonly number[],
): Promise<(AttachmentRow & { message_id: number })[]> {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('attachments')
    .innerJoin('message_attachments', 'attachment_id', 'id')
    .selectAll('attachments')
    .select('message_id')
    .where((eb) => inIds(db, eb.ref('message_id'), messageIds))
    .orderBy('message_id')
    .orderBy('id')
    .execute()
}

export async function linkAttachments(tx: Tx, messageId: number, ids: readonly number[]): Promise<void> {
  await insertMany(
    tx.db,
    'message_attachments',
    ids.map((attachment_id) => ({ message_id: messageId, attachment_id })),
  )
}

export async function unlinkAttachments(tx: Tx, messageId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .deleteFrom('message_attachments')
    .where('message_id', '=', messageId)
    .where('attachment_id', 'in', [...ids])
    .execute()
}

/** Adds an attachment and returns it with its id. */
export async function insertAttachment(
  tx: Tx,
  row: Omit<Insertable<AttachmentsTable>, 'id' | 'organization_id' | 'created_at'>,
): Promise<AttachmentRow> {
  await addUsage(tx, row.size)
  return tx.db
    .insertInto('attachments')
    .values({ ...row, organization_id: tx.organizationId, created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteAttachmentRow(tx: Tx, row: Pick<AttachmentRow, 'id' | 'size'>): Promise<void> {
  await addUsage(tx, -row.size)
  await tx.db.deleteFrom('attachments').where('id', '=', row.id).execute()
}

/** Bytes of all uploads of an organization. */
export async function uploadUsage(db: Db, organizationId: number): Promise<number> {
  const row = await db
    .selectFrom('upload_usage')
    .select('bytes')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.bytes ?? 0
}

/** Counts bytes of uploads; fewer than 0 of deleted ones. */
export async function addUsage(tx: Tx, bytes: number): Promise<void> {
  await tx.db
    .insertInto('upload_usage')
    .values({ organization_id: tx.organizationId, bytes })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet((eb) => ({ bytes: eb('upload_usage.bytes', '+', eb.ref('excluded.bytes')) })),
    )
    .execute()
}

const notInMessages = (eb: ExpressionBuilder<Tables, 'attachments'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('message_attachments')
        .select('message_id')
        .whereRef('attachment_id', '=', 'attachments.id'),
    ),
  )

/** A user's uploads that no message links. */
export async function unlinkedAttachmentsOf(db: Db, userId: number): Promise<AttachmentRow[]> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('owner_id', '=', userId)
    .where((eb) => notInMessages(eb))
    .execute()
}

/**
 * Unlinked attachments from before a time (UNIX seconds): linked neither by a message nor by anything that may become a
 * message.
 */
export async function unlinkedAttachments(
  db: Db,
  organizationId: number,
  before: number,
): Promise<AttachmentRow[]> {
  return db
    .selectFrom('attachments')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .where((eb) => notInMessages(eb))
    .where((eb) =>
      eb.and(
        (['drafts', 'saved_snippets', 'scheduled_messages'] as const).map((table) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom(table)
                .select(`${table}.id`)
                .whereRef(`${table}.user_id`, '=', 'attachments.owner_id')
                // An underscore in a path id matches any character here; path ids are random, so no other upload
                // matches.
                .where(
                  sql<SqlBool>`${sql.ref(`${table}.content`)} like concat('%', ${sql.ref('attachments.path_id')}, '%')`,
                ),
            ),
          ),
        ),
      ),
    )
    .limit(1000)
    .execute()
}
