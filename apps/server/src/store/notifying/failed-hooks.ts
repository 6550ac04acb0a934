import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import type { FailedHooksTable } from '#store/sql/tables/notifying.ts'
import { type HookTrigger, insertHook } from './outgoing-hooks.ts'

/** Failed calls that are kept for a bot. */
const kept = 50
/** Seconds for which they are kept. */
export const failureAge = 7 * 86_400

export type FailedHook = Selectable<FailedHooksTable>

/** Keeps a call that failed for good, in place of the bot's oldest one. */
export async function keepFailure(
  tx: Tx,
  {
    bot_id,
    message_id,
    trigger,
    details,
    problem,
  }: Pick<FailedHook, 'bot_id' | 'message_id' | 'trigger' | 'details' | 'problem'>,
): Promise<void> {
  const oldest = tx.db
    .selectFrom('failed_hooks')
    .select('id')
    .where('bot_id', '=', bot_id)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(kept - 1)
  await tx.db.deleteFrom('failed_hooks').where('bot_id', '=', bot_id).where('id', '<=', oldest).execute()
  await tx.db
    .insertInto('failed_hooks')
    .values({
      organization_id: tx.organizationId,
      bot_id,
      message_id,
      trigger,
      details,
      problem,
      failed_at: tx.now,
    })
    .execute()
}

/** Lists the failed calls of a bot since a time in UNIX seconds, newest first. */
export const failuresOf = (db: Db, botId: number, since: number): Promise<FailedHook[]> =>
  db
    .selectFrom('failed_hooks')
    .selectAll()
    .where('bot_id', '=', botId)
    .where('failed_at', '>=', since)
    .orderBy('id', 'desc')
    .execute()

/** Puts a failed call of a bot into the outbox again. Returns false if there is no such call. */
export async function repeatFailure(tx: Tx, botId: number, id: number): Promise<boolean> {
  const call = await tx.db
    .deleteFrom('failed_hooks')
    .where('bot_id', '=', botId)
    .where('id', '=', id)
    .returning(['message_id', 'trigger', 'details'])
    .executeTakeFirst()
  if (!call) return false
  const { message_id, trigger, details } = call
  await insertHook(tx, {
    bot_id: botId,
    message_id,
    trigger: trigger as HookTrigger,
    ...(details === null ? {} : { details }),
  })
  return true
}

/** Forgets the calls that failed before a time in UNIX seconds. */
export async function forgetFailures(tx: Tx, before: number): Promise<void> {
  await tx.db
    .deleteFrom('failed_hooks')
    .where('organization_id', '=', tx.organizationId)
    .where('failed_at', '<', before)
    .execute()
}
