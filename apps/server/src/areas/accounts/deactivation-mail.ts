import type { Config } from '#config/config.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'

/** Makes the mail that tells a user that their account has ended; the comment may be empty. */
export function deactivationMail(
  config: Config,
  organization: OrganizationRecord,
  user: UserRecord,
  comment: string,
): Mail {
  const url = organizationUrl(config, organization)
  const said = comment.trim() === '' ? '' : `\n\nThe administrators added:\n\n${comment.trim()}`
  return {
    to: user.deliveryEmail,
    subject: `Your account at ${organization.name} was deactivated`,
    text: `Hello!\n\nYour account at ${organization.name} (${url}) was deactivated, and you can no longer sign in there.${said}`,
  }
}
