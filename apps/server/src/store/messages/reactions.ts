import { sql } from 'kysely'
import type { ReactionRow } from '#model/message-parts.ts'
import type { Foresight, RowWriter } from '#store/log/foresight.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIdText } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'

const reactionsOf = prepared((db, p: { messages: string }) =>
  db
    .selectFrom('reactions')
    .selectAll()
    .where(inIdText(db, 'message_id', p.messages))
    .orderBy('id'),
)

/** The reactions to messages, oldest first, by message; messages without any are left out. */
export async function reactionsTo(
  db: Db,
  messageIds: readonly number[],
): Promise<Map<number, ReactionRow[]>> {
  if (messageIds.length === 0) return new Map()
  const rows = await reactionsOf.all(db, { messages: JSON.stringify(messageIds) })
  return Map.groupBy(rows, (row) => row.message_id)
}

/** The reactions to a message, oldest first. */
export const reactionsToOne: Foresight<number, ReactionRow[]> = {
  tables: ['reactions'],
  nameOf: String,
  one: async (db, _organizationId, id) => (await reactionsTo(db, [id])).get(id) ?? [],
  async many(db, _organizationId, ids) {
    const reactions = await reactionsTo(db, ids)
    return ids.map((id) => reactions.get(id) ?? [])
  },
}

/** Adds a reaction that its user does not have yet. */
export async function insertReaction(tx: Tx, reaction: NewReaction): Promise<void> {
  if (!tx.batch) {
    await tx.db.insertInto('reactions').values(reaction).execute()
    return
  }
  tx.batch.write(newReactions, reaction)
  tx.batch.forget(reactionsToOne, reaction.message_id)
}

type NewReaction = Omit<ReactionRow, 'id'>

const newReactions: RowWriter<NewReaction> = {
  write: (db, rows) =>
    insertAll.run(db, {
      messages: rows.map((row) => row.message_id),
      users: rows.map((row) => row.user_id),
      types: rows.map((row) => row.type),
      codes: rows.map((row) => row.code),
      names: rows.map((row) => row.name),
    }),
}

const insertAll = prepared(
  (db, p: Record<'messages' | 'users', number[]> & Record<'types' | 'codes' | 'names', string[]>) => ({
    compile: () =>
      sql`insert into reactions (message_id, user_id, type, code, name)
        select message_id, user_id, type, code, name
        from unnest(${p.messages}::bigint[], ${p.users}::bigint[], ${p.types}::text[], ${p.codes}::text[],
          ${p.names}::text[]) with ordinality as new (message_id, user_id, type, code, name, place)
        order by place`.compile(db),
  }),
)

export async function deleteReaction(tx: Tx, { id, message_id }: ReactionRow): Promise<void> {
  if (!tx.batch) {
    await tx.db.deleteFrom('reactions').where('id', '=', id).execute()
    return
  }
  tx.batch.write(goneReactions, id)
  tx.batch.forget(reactionsToOne, message_id)
}

const goneReactions: RowWriter<number> = { write: (db, ids) => deleteAll.run(db, { ids }) }

const deleteAll = prepared((db, p: { ids: readonly number[] }) =>
  db.deleteFrom('reactions').where(sql<boolean>`id = any(${p.ids}::bigint[])`),
)
