import { isAdministrator } from '@tagma/rules/roles.ts'
import { emailProblem } from '#areas/accounts/account-rules.ts'
import { addressWishedMail, insertSecurityMail } from '#areas/accounts/security-mails.ts'
import { emailDomainProblem } from '#areas/organization/email-rules.ts'
import type { Call } from '#call/call.ts'
import { languageOf } from '#directory/language-of.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { insertEmailChange } from '#store/people/email-changes.ts'
import { wordsFor, type WordId } from '#words/words.ts'

/** In seconds. Some servers hold mail from unknown servers back for a quarter of an hour. */
const linkSeconds = 3600

/**
 * Sends a link to the new address that a user wants. Its opener must know the password to change the address. The
 * current address is told, because the API key alone is enough to ask.
 */
export async function askForEmail(
  tx: Tx,
  { directory, services }: Pick<Call, 'directory' | 'services'>,
  user: UserRecord,
  wish: { readonly newEmail: string; readonly token: string; readonly isInDirectory: boolean },
): Promise<void> {
  const { organization } = directory
  const { newEmail, token } = wish
  if (organization.settings.email_changes_disabled && !isAdministrator(user))
    throw badRequest('Email address changes are disabled in this organization.')
  const problem = emailProblem(newEmail) ?? emailDomainProblem(organization, newEmail)
  if (problem !== undefined) throw badRequest(problem)
  const other = directory.userByEmail(newEmail)
  if (other && other.id !== user.id) throw badRequest(`Email '${newEmail}' already in use`)
  await insertEmailChange(tx, token, { userId: user.id, newEmail }, tx.now + linkSeconds)
  const link = `${organizationUrl(services.config, organization)}/accounts/confirm_new_email/${token}`
  const words = (id: WordId) =>
    wordsFor(languageOf(user), id, { name: user.fullName, organization: organization.name })
  const paragraphs = [words('mail.greeting'), words('mail.confirm-address.said'), link]
  await insertMail(tx, {
    to: newEmail,
    subject: words('mail.confirm-address.subject'),
    text: [...paragraphs, words('mail.confirm-address.unwanted')].join('\n\n'),
  })
  const concerned = { config: services.config, organization, user }
  await insertSecurityMail(tx, addressWishedMail(concerned, newEmail, wish.isInDirectory))
}
