import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { PushKind } from '#ports/push-sender.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteLegacyToken, upsertLegacyToken } from '#store/notifying/legacy-push-tokens.ts'
import { requireToken } from './rules.ts'

/** Adds the token of a client that does not encrypt its notifications. A repeated call does nothing. */
export async function addLegacyToken(
  tx: Tx,
  user: UserRecord,
  kind: PushKind,
  token: string,
  appId: string | null,
): Promise<void> {
  const kept = requireToken(token, kind)
  await upsertLegacyToken(tx, { user_id: user.id, kind, token: kept, app_id: appId })
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
}
