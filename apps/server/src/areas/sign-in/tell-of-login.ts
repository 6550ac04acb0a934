import { localTime } from '#areas/notifications/local-time.ts'
import { unsubscribeLink } from '#areas/notifications/unsubscribe-page.ts'
import type { Call } from '#call/call.ts'
import { languageOf } from '#directory/language-of.ts'
import { settingOf } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { UserRecord } from '#model/records.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { findPasswordHash } from '#store/people/users.ts'
import { wordsFor, type WordId, type WordValues } from '#words/words.ts'
import { hasLdapPassword } from './has-ldap-password.ts'

/** In seconds. A user who has just made an account knows that they sign in. */
const newcomerGrace = 60

/** Tells a user by mail that somebody signed in as them from somewhere new, unless they switched such mails off. */
export async function tellOfLogin(
  {
    services,
    directory,
    now,
    userAgent,
    address,
  }: Pick<Call, 'services' | 'directory' | 'now' | 'userAgent' | 'address'>,
  user: UserRecord,
): Promise<void> {
  if (!settingOf(user, 'enable_login_emails') || user.deliveryEmail === '') return
  if (now - user.createdAt < newcomerGrace) return
  const { organization } = directory
  const url = organizationUrl(services.config, organization)
  const unsubscribe = unsubscribeLink(url, user, 'logins')
  const { db } = services.data
  const hasPassword =
    !(await hasLdapPassword(services, db, user.id)) && (await findPasswordHash(db, user.id)) !== null
  const language = languageOf(user)
  const facts = { organization: organization.name, name: user.fullName, email: user.deliveryEmail, url }
  const words = (id: WordId, more?: WordValues) => wordsFor(language, id, { ...facts, ...more })
  const cure = hasPassword
    ? words('mail.login.reset', { reset: `${url}/accounts/password/reset` })
    : words('mail.login.elsewhere', { settings: `${url}/#settings/account-and-privacy` })
  const when = localTime(user, now, language)
  const program = userAgent.slice(0, 200) || words('mail.login.unknown')
  await services.data.transact(organization.id, (tx) =>
    insertMail(tx, {
      to: user.deliveryEmail,
      subject: words('mail.login.subject'),
      unsubscribe,
      text: [
        words('mail.greeting'),
        words('mail.login.said'),
        words('mail.login.facts', { when, program, address }),
        `${words('mail.login.new')} ${cure}`,
        `--\n${words('mail.login.stop', { link: unsubscribe })}`,
      ].join('\n\n'),
    }),
  )
}
