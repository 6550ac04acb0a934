import { localTime } from '#areas/notifications/local-time.ts'
import { unsubscribeLink } from '#areas/notifications/unsubscribe-page.ts'
import type { Call } from '#call/call.ts'
import { settingOf } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { UserRecord } from '#model/records.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { findPasswordHash } from '#store/people/users.ts'
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
  const settings = `${url}/#settings/account-and-privacy`
  const hasPassword =
    !(await hasLdapPassword(services, db, user.id)) && (await findPasswordHash(db, user.id)) !== null
  const cure = hasPassword
    ? `If not, set a new password at once, which ends everything that is signed in as you: ${url}/accounts/password/reset`
    : `If not, end what you do not know among your sessions and access tokens (${settings}), and change your password at the service or directory that you sign in with.`
  await services.data.transact(organization.id, (tx) =>
    insertMail(tx, {
      to: user.deliveryEmail,
      subject: `New login to ${organization.name}`,
      unsubscribe,
      text: [
        `Hello ${user.fullName},`,
        `somebody has just signed in to your account ${user.deliveryEmail} at ${organization.name} (${url}):`,
        `When: ${localTime(user, now)}\nProgram: ${userAgent.slice(0, 200) || 'unknown'}\nAddress: ${address}`,
        `You have not signed in from this device, or from this network, for a long time or ever. If it was you, there is nothing to do. ${cure}`,
        `--\nStop these mails: ${unsubscribe}`,
      ].join('\n\n'),
    }),
  )
}
