import type { UserRecord } from '#directory/records.ts'
import type { Call } from '#server/call.ts'
import type { Tx } from '#store/transactions.ts'
import { changeEmail } from './change-email.ts'
import { endMailedLinks } from './end-credentials.ts'
import { addressChangedMail, insertSecurityMail } from './security-mails.ts'

/**
 * Gives a user another email address and tells the former one. Links that were mailed there end. Throws BAD_REQUEST for
 * an address that somebody else has, or that the organization does not allow.
 */
export async function changeAddress(
  tx: Tx,
  { directory, services }: Pick<Call, 'directory' | 'services'>,
  user: UserRecord,
  newEmail: string,
): Promise<void> {
  await changeEmail(tx, directory, user, newEmail)
  await endMailedLinks(tx, user.id)
  const concerned = { config: services.config, organization: directory.organization, user }
  await insertSecurityMail(tx, addressChangedMail(concerned, newEmail))
}
