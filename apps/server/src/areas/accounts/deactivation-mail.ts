import type { Config } from '#config/config.ts'
import { languageOf } from '#directory/language-of.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import { wordsFor, type WordId } from '#words/words.ts'

/** Makes the mail that tells a user that their account has ended; the comment may be empty. */
export function deactivationMail(
  config: Config,
  organization: OrganizationRecord,
  user: UserRecord,
  comment: string,
): Mail {
  const url = organizationUrl(config, organization)
  const words = (id: WordId) => wordsFor(languageOf(user), id, { organization: organization.name, url })
  const added = comment.trim() === '' ? [] : [words('mail.deactivation.comment'), comment.trim()]
  return {
    to: user.deliveryEmail,
    subject: words('mail.deactivation.subject'),
    text: [words('mail.hello'), words('mail.deactivation.said'), ...added].join('\n\n'),
  }
}
