import { limits } from '@tagma/contract/limits.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  botStorageLength,
  deleteBotStorage,
  loadBotStorage,
  saveBotStorage,
} from '#store/people/bot-storage.ts'
import type { Db } from '#store/sql/db.ts'

/** Returns the caller, a bot. Throws PERMISSION_DENIED for people: only bots have storage. Level 494. */
export function requireCallingBot(caller: UserRecord): UserRecord {
  if (caller.botType === null)
    throw new Refusal('PERMISSION_DENIED', 'Only bots can keep data on the server: use a bot’s API key.')
  return caller
}

const noSuchKey = () => badRequest('Key does not exist.')

/** Reads a bot's entries: those under the given keys, or all. Throws BAD_REQUEST for an unknown key. */
export async function readStorage(
  db: Db,
  bot: UserRecord,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  const kept = await loadBotStorage(db, bot.id, keys)
  if (keys?.some((key) => !kept.has(key))) throw noSuchKey()
  return Object.fromEntries(kept)
}

/** Stores entries of a bot. Throws BAD_REQUEST when it would have more than `maxBotStorageLength`. */
export async function addToStorage(
  tx: Tx,
  bot: UserRecord,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  await saveBotStorage(tx, bot.id, entries)
  const length = await botStorageLength(tx.db, bot.id)
  if (length > limits.maxBotStorageLength)
    throw badRequest(
      `Request exceeds storage limit by ${length - limits.maxBotStorageLength} characters. The limit is ${limits.maxBotStorageLength} characters.`,
    )
}

/**
 * Removes a bot's entries: those under the given keys, or all. Throws BAD_REQUEST for an unknown key, and then removes
 * nothing.
 */
export async function removeFromStorage(
  tx: Tx,
  bot: UserRecord,
  keys: readonly string[] | undefined,
): Promise<void> {
  const removed = await deleteBotStorage(tx, bot.id, keys)
  if (keys && removed < new Set(keys).size) throw noSuchKey()
}
