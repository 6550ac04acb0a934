import type { Tx } from '#store/log/tx.ts'
import { deletePasskeys, listPasskeys } from '#store/people/passkeys.ts'
import {
  deleteRecoveryCodes,
  deleteSecondFactor,
  findFactorWays,
  findSecondFactor,
} from '#store/people/second-factors.ts'
import type { Db } from '#store/sql/db.ts'

/** Tells whether a user has a second factor that was there before a time, in UNIX seconds. */
export async function hasFactorBefore(db: Db, userId: number, time: number): Promise<boolean> {
  const app = await findSecondFactor(db, userId)
  if (app && app.addedAt < time) return true
  return (await listPasskeys(db, userId)).some(({ createdAt }) => createdAt < time)
}

/** Removes the second factors that a user has had since a time, in UNIX seconds; with the last one, the recovery codes. */
export async function forgetFactorsSince(tx: Tx, userId: number, time: number): Promise<void> {
  const app = await findSecondFactor(tx.db, userId)
  if (app && app.addedAt >= time) {
    await deleteSecondFactor(tx, userId)
    tx.audit('factor.removed', { kind: 'user', id: userId })
  }
  for (const { id, createdAt } of await listPasskeys(tx.db, userId))
    if (createdAt >= time) {
      await deletePasskeys(tx, userId, id)
      tx.audit('factor.removed', { kind: 'user', id: userId }, { passkey: id })
    }
  if ((await findFactorWays(tx.db, userId)) === undefined) await deleteRecoveryCodes(tx, userId)
}
