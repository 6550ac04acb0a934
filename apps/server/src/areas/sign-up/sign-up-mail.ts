import { registerPath } from '#areas/organization/sign-up-rules.ts'
import type { Config } from '#config/config.ts'
import { languageOf } from '#directory/language-of.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { withNext } from '#http/local-path.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import { type Language, wordsFor, type WordId } from '#words/words.ts'

interface Parts {
  readonly config: Pick<Config, 'publicUrl'>
  readonly organization: OrganizationRecord
}

/** Makes the mail with the link that makes an account, in the language of the browser that asked for it. */
export function signUpMail(
  { config, organization }: Parts,
  { to, token, language }: { readonly to: string; readonly token: string; readonly language: Language },
): Mail {
  const url = organizationUrl(config, organization)
  const facts = { organization: organization.name, url, link: `${url}${registerPath}${token}` }
  const words = (id: WordId) => wordsFor(language, id, facts)
  return {
    to,
    subject: words('mail.sign-up.subject'),
    text: [
      words('mail.hello'),
      words('mail.sign-up.asked'),
      words('mail.sign-up.link'),
      words('mail.sign-up.once'),
    ].join('\n\n'),
  }
}

/** Makes the mail that tells somebody who asks for an account that they have one, in its language. */
export function hasAccountMail(
  { config, organization }: Parts,
  user: UserRecord,
  { next }: { readonly next: string },
): Mail {
  const language = languageOf(user)
  const url = organizationUrl(config, organization)
  const facts = {
    organization: organization.name,
    login: url + withNext('/login/', next),
    reset: `${url}/accounts/password/reset`,
  }
  const words = (id: WordId) => wordsFor(language, id, facts)
  const ways = user.isActive
    ? [words('mail.sign-up.sign-in'), words('mail.sign-up.reset')]
    : [words('mail.sign-up.deactivated')]
  return {
    to: user.deliveryEmail,
    subject: words('mail.sign-up.has-account.subject'),
    text: [
      words('mail.hello'),
      words('mail.sign-up.has-account'),
      ...ways,
      words('mail.sign-up.unasked'),
    ].join('\n\n'),
  }
}
