import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { PushKind } from '#ports/push-sender.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteLegacyToken,
  deleteLegacyTokenById,
  findLegacyToken,
  upsertLegacyToken,
} from '#store/notifying/legacy-push-tokens.ts'
import { requireToken } from './rules.ts'
import { tellPushDevices } from './tell-push-devices.ts'

interface AddedToken {
  readonly kind: PushKind
  readonly token: string
  readonly appId: string | null
  /** Name that the app gives itself. */
  readonly program: string | null
}

/** Adds the token of a client that does not encrypt its notifications. A repeated call does nothing. */
export async function addLegacyToken(
  tx: Tx,
  user: UserRecord,
  { kind, token, appId, program }: AddedToken,
): Promise<void> {
  const kept = requireToken(token, kind)
  await upsertLegacyToken(tx, { user_id: user.id, kind, token: kept, app_id: appId, program })
  tellPushDevices(tx, [user.id])
}

/** Removes such a token. */
export async function removeLegacyToken(
  tx: Tx,
  user: UserRecord,
  kind: PushKind,
  token: string,
): Promise<void> {
  const kept = requireToken(token, kind)
  if (!(await deleteLegacyToken(tx, user.id, kind, kept))) throw badRequest('Token does not exist')
  tellPushDevices(tx, [user.id])
}

/** Removes a user's phone whose app does not encrypt, by the id of its token. */
export async function removeOlderPhone(tx: Tx, user: UserRecord, id: number): Promise<void> {
  const token = await findLegacyToken(tx.db, id)
  if (token?.user_id !== user.id) throw badRequest('Invalid `phone_id`')
  await deleteLegacyTokenById(tx, id)
  tellPushDevices(tx, [user.id])
}
