import type { Answer } from '@tagma/contract/define.ts'
import type { getBotCalls } from '@tagma/contract/endpoints/bots/get-bot-calls.ts'
import type { getBotPayloads } from '@tagma/contract/endpoints/bots/get-bot-payloads.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { failureAge, failuresOf, repeatFailure } from '#store/notifying/failed-hooks.ts'
import { countHooks, type HookTrigger } from '#store/notifying/outgoing-hooks.ts'
import { findPayload, payloadAge, payloadsOf } from '#store/people/hook-payloads.ts'
import type { Db } from '#store/sql/db.ts'

/** Lists what services sent to a bot. `now`: UNIX seconds. */
export async function listPayloads(
  db: Db,
  bot: UserRecord,
  now: number,
): Promise<Answer<typeof getBotPayloads>['payloads']> {
  const found = await payloadsOf(db, bot.id, now - payloadAge)
  return found.map(({ isKept, ...request }) => ({ ...request, is_kept: isKept }))
}

/** Returns what a service sent to a bot. Throws BAD_REQUEST for all but the bot's owner, and where it is not kept. */
export async function readPayloadOf(
  db: Db,
  { caller, bot, now }: { readonly caller: UserRecord; readonly bot: UserRecord; readonly now: number },
  id: number,
): Promise<unknown> {
  if (bot.botOwnerId !== caller.id) throw badRequest('Only the owner of a bot may read what was sent to it.')
  const found = await findPayload(db, bot.id, id, now - payloadAge)
  if (found === undefined) throw badRequest('This payload is not kept.')
  return JSON.parse(found) as unknown
}

/** Lists the calls of a bot that failed, and counts those that wait. `now`: UNIX seconds. */
export async function listCalls(
  db: Db,
  bot: UserRecord,
  now: number,
): Promise<Pick<Answer<typeof getBotCalls>, 'waiting' | 'failed'>> {
  const rows = await failuresOf(db, bot.id, now - failureAge)
  return {
    waiting: await countHooks(db, bot.id),
    failed: rows.map(({ id, failed_at, message_id, trigger, problem }) => ({
      id,
      failed_at,
      message_id,
      trigger: trigger as HookTrigger,
      problem,
    })),
  }
}

/** Has a failed call of a bot made again. Throws BAD_REQUEST if it does not exist. */
export async function repeatCall(tx: Tx, bot: UserRecord, id: number): Promise<void> {
  if (!bot.isActive) throw badRequest('The bot is deactivated.')
  if (!(await repeatFailure(tx, bot.id, id))) throw badRequest('The bot has no such failed call.')
}
