import { addressTakenBackMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import { changeEmail } from '#areas/users/change-email.ts'
import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { type AddressUndo, deleteAddressUndosSince } from '#store/people/address-undos.ts'
import { deleteIdentities } from '#store/people/external-identities.ts'
import { updateUser } from '#store/people/users.ts'
import { endAccess } from './end-access.ts'
import { forgetFactorsSince } from './forget-factors-since.ts'

/**
 * Gives a user the address back that they had, and ends whatever gives access to the account: sign-ins, keys and tokens,
 * also of their bots, and the second factors and services that were added since. Tells the address that is lost again.
 * `passwordHash` is of the new password; undefined where the LDAP directory keeps it. Throws BAD_REQUEST for an address
 * that somebody else has by now.
 */
export async function takeBackAddress(
  tx: Tx,
  parts: Pick<Call, 'services' | 'directory'>,
  user: UserRecord,
  { formerEmail, changedAt }: Pick<AddressUndo, 'formerEmail' | 'changedAt'>,
  passwordHash: string | undefined,
): Promise<void> {
  const { services, directory } = parts
  await changeEmail(tx, directory, user, formerEmail)
  tx.audit('user.email', { kind: 'user', id: user.id }, { by: 'undo' })
  await updateUser(tx, user.id, {
    email_confirmed_at: tx.now,
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
  })
  if (passwordHash !== undefined) tx.audit('password.changed', { kind: 'user', id: user.id }, { by: 'undo' })
  await forgetFactorsSince(tx, user.id, changedAt)
  await deleteIdentities(tx, user.id, changedAt)
  await endAccess(tx, parts, user)
  await deleteAddressUndosSince(tx, user.id, changedAt)
  const concerned = { config: services.config, organization: directory.organization, user }
  await insertSecurityMail(tx, addressTakenBackMail(concerned, formerEmail))
}
