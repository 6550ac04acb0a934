import { endMailedLinks } from '#areas/accounts/end-credentials.ts'
import { addressChangedMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertAddressUndo } from '#store/people/address-undos.ts'
import { findPasswordHash } from '#store/people/users.ts'
import { changeEmail } from './change-email.ts'

type Parts = Pick<Call, 'directory' | 'services'>

/**
 * Gives a user another email address and tells the former one. Links mailed there end. Unless a directory of people or a
 * sign-in service decided, the mail brings a link that takes the address back. Throws BAD_REQUEST for an address that is
 * taken or not allowed in the organization.
 */
export async function changeAddress(
  tx: Tx,
  { directory, services }: Parts,
  user: UserRecord,
  { newEmail, by }: { readonly newEmail: string; readonly by: 'account' | 'elsewhere' },
): Promise<void> {
  const undo = by === 'account' ? await makeUndo(tx, services, user) : undefined
  await changeEmail(tx, directory, user, newEmail)
  tx.audit('user.email', { kind: 'user', id: user.id })
  await endMailedLinks(tx, user.id)
  const concerned = { config: services.config, organization: directory.organization, user }
  await insertSecurityMail(tx, addressChangedMail(concerned, { newEmail, by, undo }))
}

/**
 * Makes the secret of a link that takes the address back. Undefined for an account without an address or a password: its
 * mailbox alone proves too little, because people also leave a mailbox that somebody else reads.
 */
async function makeUndo(
  tx: Tx,
  services: Parts['services'],
  { id: userId, deliveryEmail: formerEmail }: UserRecord,
): Promise<string | undefined> {
  const passwordHash = await findPasswordHash(tx.db, userId)
  // Somebody without a password here has one in the LDAP directory, if the server has one.
  if (formerEmail === '' || (passwordHash === null && !services.outside.ldap)) return undefined
  const token = services.time.random.token(32)
  await insertAddressUndo(tx, token, { userId, formerEmail, passwordHash })
  return token
}
