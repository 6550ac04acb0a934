import type { Config } from '#config/config.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { escapeHtml } from '#http/html.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import { languageFor, locales, wordsFor, type WordId, type WordValues } from '#words/words.ts'
import { joinUrl } from './present.ts'

/** Makes the mail with an invitation, in the language of the organization: its reader has no account yet. */
export function invitationMail(
  config: Config,
  organization: OrganizationRecord,
  inviter: UserRecord,
  invitation: { readonly token: string; readonly expiresAt: number | null },
  to: string,
): Mail {
  const url = organizationUrl(config, organization)
  const link = joinUrl(url, invitation.token)
  const language = languageFor(organization.settings.default_language)
  const facts = { inviter: inviter.fullName, organization: organization.name, url, link }
  const words = (id: WordId, more?: WordValues) => wordsFor(language, id, { ...facts, ...more })
  const time = new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  })
  const until =
    invitation.expiresAt === null
      ? words('mail.invitation.once')
      : words('mail.invitation.until', {
          end: time.format(invitation.expiresAt * 1000),
        })
  const end = `${until} ${words('mail.invitation.unwanted')}`
  const [hello, said] = [words('mail.hello'), words('mail.invitation.said')]
  return {
    to,
    subject: words('mail.invitation.subject'),
    text: [hello, said, words('mail.invitation.join'), end].join('\n\n'),
    html: `<p>${escapeHtml(hello)}</p><p>${escapeHtml(said)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(words('mail.invitation.button'))}</a></p><p>${escapeHtml(end)}</p>`,
  }
}
