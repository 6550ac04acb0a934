import { emailProblem } from '#areas/accounts/account-rules.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import { apiEmail } from '#directory/api-email.ts'
import { type OrganizationDirectory, settingOf } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { updateUser } from '#store/people/users.ts'

/**
 * Gives a user a real email address, and derives the API's address from it and from who may see it. Tells everybody who
 * may see the user as much as they may know. Throws BAD_REQUEST for an address that is taken or not allowed in the
 * organization.
 */
export async function changeEmail(
  tx: Tx,
  directory: OrganizationDirectory,
  user: UserRecord,
  deliveryEmail: string,
): Promise<void> {
  const problem = emailProblem(deliveryEmail) ?? emailDomainProblem(directory.organization, deliveryEmail)
  if (problem !== undefined) throw badRequest(problem)
  const other = directory.userByEmail(deliveryEmail)
  if (other && other.id !== user.id) throw badRequest(`Email '${deliveryEmail}' already in use`)
  const email = apiEmail({ ...user, deliveryEmail }, settingOf(user, 'email_address_visibility'))
  await updateUser(tx, user.id, {
    email,
    delivery_email: deliveryEmail,
    email_key: deliveryEmail.toLowerCase(),
    ...(deliveryEmail === user.deliveryEmail ? {} : { email_confirmed_at: null }),
  })
  tx.emit({ type: 'realm_user', op: 'update', about: 'email', user_id: user.id }, { everyone: true })
}
