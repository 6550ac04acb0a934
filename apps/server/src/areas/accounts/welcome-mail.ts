import type { Config } from '#config/config.ts'
import { languageOf } from '#directory/language-of.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { escapeHtml } from '#http/html.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'
import { langAttributes, type Language, wordsFor, type WordId } from '#words/words.ts'

/**
 * How a person signs in to their new account. `chosen`: with the password that they gave themselves. `given`: with a
 * password that somebody else gave them. `elsewhere`: by a service or a directory of their organization. `provisioned`: in
 * the same way, or with a password that they set by mail.
 */
export type FirstSignIn = 'chosen' | 'given' | 'elsewhere' | 'provisioned'

/** Facts that a welcome needs besides the account. */
export interface Welcome {
  readonly config: Pick<Config, 'publicUrl' | 'siteUrl' | 'sitePort'>
  readonly signIn: FirstSignIn
}

/** Puts the welcome to a new person into the outbox, if the organization sends such mails. */
export async function sendWelcomeMail(
  tx: Tx,
  organization: OrganizationRecord,
  user: UserRecord,
  welcome: Welcome,
): Promise<void> {
  if (!organization.settings.send_welcome_emails || user.deliveryEmail === '') return
  await insertMail(tx, welcomeMail(organization, user, welcome))
}

/** Makes the mail that tells a person of their new account, in their language. */
export function welcomeMail(
  organization: OrganizationRecord,
  user: UserRecord,
  { config, signIn }: Welcome,
): Mail {
  const url = organizationUrl(config, organization)
  const language = languageOf(user)
  const facts = { organization: organization.name, name: user.fullName, email: user.deliveryEmail }
  const words = (id: WordId) => wordsFor(language, id, facts)
  const login = `${url}/login/`
  const reset = `${url}/accounts/password/reset`
  const guide = config.siteUrl === undefined && config.sitePort === 0 ? undefined : `${url}/help/web-client`
  const maySetPassword = signIn === 'given' || signIn === 'provisioned'
  const [subject, greeting, ready] = [
    words('mail.welcome.subject'),
    words('mail.greeting'),
    words('mail.welcome.ready'),
  ]
  const way = words(signInWords[signIn])
  const begin = words('mail.welcome.begin')
  const unexpected = words('mail.welcome.unexpected')
  return {
    to: user.deliveryEmail,
    subject,
    text: [
      greeting,
      `${ready} ${words('mail.welcome.where')}\n${url}`,
      `${way}\n${login}`,
      ...(maySetPassword ? [`${words('mail.welcome.reset')}\n${reset}`] : []),
      begin,
      ...(guide === undefined ? [] : [`${words('mail.welcome.guide')}\n${guide}`]),
      `--\n${unexpected}`,
    ].join('\n\n'),
    html: page(language, subject, [
      paragraph(greeting),
      paragraph(ready, `${escapeHtml(words('mail.welcome.where'))} ${link(url)}`),
      paragraph(way, link(login)),
      `<p style="margin:24px 0"><a href="${escapeHtml(login)}" style="display:inline-block;padding:8px 20px;border-radius:6px;background:#3b5bdb;color:#fff;text-decoration:none">${escapeHtml(words('mail.welcome.button'))}</a></p>`,
      ...(maySetPassword ? [paragraph(words('mail.welcome.reset'), link(reset))] : []),
      paragraph(
        begin,
        ...(guide === undefined ? [] : [`${escapeHtml(words('mail.welcome.guide'))} ${link(guide)}`]),
      ),
      `<p style="margin:24px 0 0;color:#868e96;font-size:13px">${escapeHtml(unexpected)}</p>`,
    ]),
  }
}

const signInWords = {
  chosen: 'mail.welcome.chosen',
  given: 'mail.welcome.given',
  elsewhere: 'mail.welcome.elsewhere',
  provisioned: 'mail.welcome.elsewhere',
} as const satisfies Record<FirstSignIn, WordId>

const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`

/** A paragraph: a plain text, and lines of HTML below it. */
const paragraph = (text: string, ...lines: readonly string[]) =>
  `<p style="margin:0 0 16px">${[escapeHtml(text), ...lines].join('<br>')}</p>`

const page = (language: Language, title: string, parts: readonly string[]) => `<!doctype html>
<html ${langAttributes(language)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.3">${escapeHtml(title)}</h1>
${parts.join('\n')}
</div>
</body>
</html>
`
