import { endMailedLinks } from '#areas/accounts/end-credentials.ts'
import { addressChangedMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import type { Call } from '#call/call.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { changeEmail } from './change-email.ts'

/**
 * Gives a user another email address and tells the former one. Links mailed there end. Throws BAD_REQUEST for an
 * address that is taken or not allowed in the organization.
 */
export async function changeAddress(
  tx: Tx,
  { directory, services }: Pick<Call, 'directory' | 'services'>,
  user: UserRecord,
  newEmail: string,
): Promise<void> {
  await changeEmail(tx, directory, user, newEmail)
  tx.audit('user.email', { kind: 'user', id: user.id })
  await endMailedLinks(tx, user.id)
  const concerned = { config: services.config, organization: directory.organization, user }
  await insertSecurityMail(tx, addressChangedMail(concerned, newEmail))
}
