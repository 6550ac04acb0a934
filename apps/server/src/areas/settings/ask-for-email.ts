import { isAdministrator } from '#areas/groups/can.ts'
import { emailProblem as domainProblem } from '#areas/organization/email-rules.ts'
import { organizationUrl } from '#areas/organization/organization-url.ts'
import { emailProblem } from '#areas/users/account-rules.ts'
import type { UserRecord } from '#directory/records.ts'
import type { Call } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'
import { insertEmailChange } from '#store/email-changes.ts'
import { insertMail } from '#store/outgoing-mail.ts'
import type { Tx } from '#store/transactions.ts'

const linkSeconds = 24 * 3600

/** Sends a link to the address that a user wants; opening it makes the address theirs. */
export async function askForEmail(
  tx: Tx,
  { directory, services }: Pick<Call, 'directory' | 'services'>,
  user: UserRecord,
  newEmail: string,
  token: string,
): Promise<void> {
  const { organization } = directory
  if (organization.settings.email_changes_disabled && !isAdministrator(user))
    throw badRequest('Email address changes are disabled in this organization.')
  const problem = emailProblem(newEmail) ?? domainProblem(organization, newEmail)
  if (problem !== undefined) throw badRequest(problem)
  const other = directory.userByEmail(newEmail)
  if (other && other.id !== user.id) throw badRequest(`Email '${newEmail}' already in use`)
  await insertEmailChange(tx, token, { userId: user.id, newEmail }, tx.now + linkSeconds)
  const link = `${organizationUrl(services.config, organization)}/accounts/confirm_new_email/${token}`
  await insertMail(tx, {
    to: newEmail,
    subject: `Confirm your new email address for ${organization.name}`,
    text: `Hello ${user.fullName},\n\nyou asked to use this email address in ${organization.name}. Open this link within a day to confirm it:\n\n${link}\n\nIf it was not you, do nothing.\n`,
  })
}
