import { endCredentials } from '#areas/accounts/end-credentials.ts'
import { factorResetMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import { requireOwnership } from '#areas/users/role-rules.ts'
import type { Call } from '#call/call.ts'
import { endAllAccessTokens } from '#events/end-access-tokens.ts'
import { endAllSessions } from '#events/end-sessions.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deletePasskeys } from '#store/people/passkeys.ts'
import { deleteRecoveryCodes, deleteSecondFactor } from '#store/people/second-factors.ts'
import { type GivenProof, requireProof } from './require-proof.ts'

/**
 * Takes all second factors of a user away, for somebody who has lost them, and ends whatever gives access as them.
 * `administrator` is the name of who does it, for the mail; undefined: whoever runs the server. Returns false, and changes nothing, for a user who has none.
 */
export async function resetFactorsOf(
  tx: Tx,
  { services, directory }: Pick<Call, 'services' | 'directory'>,
  { user, administrator }: { readonly user: UserRecord; readonly administrator: string | undefined },
): Promise<boolean> {
  const hadApp = await deleteSecondFactor(tx, user.id)
  const passkeys = await deletePasskeys(tx, user.id)
  if (!hadApp && passkeys === 0) return false
  await deleteRecoveryCodes(tx, user.id)
  tx.audit('factor.reset', { kind: 'user', id: user.id }, { app: hadApp, passkeys })
  await endAllSessions(tx, user.id)
  await endAllAccessTokens(tx, user.id)
  await endCredentials(tx, services.time.random, user)
  const concerned = { config: services.config, organization: directory.organization, user }
  await insertSecurityMail(tx, factorResetMail(concerned, administrator))
  return true
}

/**
 * Takes all second factors of another user away. Takes a proof that it is the caller. Throws UNAUTHORIZED_PRINCIPAL
 * where an administrator means an owner.
 */
export async function resetSecondFactor(call: Call, userId: number, given: GivenProof): Promise<void> {
  const { caller, directory } = call
  if (userId === caller.id)
    throw badRequest(
      'Remove your own second step in your settings: that takes a code, a passkey or a recovery code.',
    )
  await requireProof(call, given)
  await call.transact(async (tx) => {
    const user = directory.users.get(userId)
    if (!user || user.botType !== null) throw badRequest('No such user')
    const by = directory.users.get(caller.id) ?? caller
    requireOwnership(by, user.role)
    if (!(await resetFactorsOf(tx, call, { user, administrator: by.fullName })))
      throw badRequest('This user has no second factor.')
  })
}
