import { sql } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { freshInOutbox, isDue, type OutboxRow } from './outbox.ts'

/** Reason for a call of an outgoing webhook. */
export type HookTrigger = 'mention' | 'direct_message' | 'command' | 'action'

export interface NewHook {
  readonly bot_id: number
  readonly message_id: number
  readonly trigger: HookTrigger
  /** JSON of the command, or of the button and who pressed it. */
  readonly details?: string
}

/** Puts calls into the outbox, in this transaction; a job carries them out. */
export async function insertHook(tx: Tx, hook: NewHook): Promise<void> {
  await tx.db
    .insertInto('outgoing_hooks')
    .values({ ...freshInOutbox(tx), ...hook })
    .execute()
}

/**
 * Takes due calls for a process: of each bot the oldest one at most, so that a bot gets its calls one at a time and in
 * their order.
 */
export async function takeDueHooks(
  tx: Tx,
  process: string,
  limit: number,
  leaseSeconds: number,
): Promise<OutboxRow<'outgoing_hooks'>[]> {
  const { rows } = await sql<OutboxRow<'outgoing_hooks'>>`select * from outgoing_hooks
    where organization_id = ${tx.organizationId} and ${isDue(tx.now, process)}
      and not exists (
        select 1 from outgoing_hooks earlier
        where earlier.bot_id = outgoing_hooks.bot_id and earlier.id < outgoing_hooks.id
      )
    order by id limit ${limit}`.execute(tx.db)
  if (rows.length > 0) {
    const ids = rows.map((row) => row.id)
    await sql`update outgoing_hooks set next_at = ${tx.now + leaseSeconds}, taken_by = ${process}
      where ${inIds(tx.db, sql.ref('id'), ids)}`.execute(tx.db)
  }
  return rows
}

/** Counts the calls of a bot that are on their way. */
export async function countHooks(db: Db, botId: number): Promise<number> {
  const { count } = await db
    .selectFrom('outgoing_hooks')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('bot_id', '=', botId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
