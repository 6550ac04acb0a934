import type { Config } from '#config/config.ts'
import { settingOf } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import { escapeHtml } from '#http/html.ts'
import type { OrganizationRecord, UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertMail } from '#store/notifying/outgoing-mail.ts'

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
  const language = settingOf(user, 'default_language').startsWith('de') ? 'de' : 'en'
  const words = texts[language]
  const facts = { organization: organization.name, name: user.fullName, email: user.deliveryEmail }
  const login = `${url}/login/`
  const reset = `${url}/accounts/password/reset`
  const guide = config.siteUrl === undefined && config.sitePort === 0 ? undefined : `${url}/help/web-client`
  const subject = words.subject(facts)
  const maySetPassword = signIn === 'given' || signIn === 'provisioned'
  return {
    to: user.deliveryEmail,
    subject,
    text: [
      words.greeting(facts),
      `${words.ready(facts)} ${words.where}\n${url}`,
      `${words.signIn[signIn](facts)}\n${login}`,
      ...(maySetPassword ? [`${words.reset}\n${reset}`] : []),
      words.begin,
      ...(guide === undefined ? [] : [`${words.guide}\n${guide}`]),
      `--\n${words.unexpected(facts)}`,
    ].join('\n\n'),
    html: page(language, subject, [
      paragraph(words.greeting(facts)),
      paragraph(words.ready(facts), `${escapeHtml(words.where)} ${link(url)}`),
      paragraph(words.signIn[signIn](facts), link(login)),
      `<p style="margin:24px 0"><a href="${escapeHtml(login)}" style="display:inline-block;padding:8px 20px;border-radius:6px;background:#3b5bdb;color:#fff;text-decoration:none">${escapeHtml(words.button)}</a></p>`,
      ...(maySetPassword ? [paragraph(words.reset, link(reset))] : []),
      paragraph(words.begin, ...(guide === undefined ? [] : [`${escapeHtml(words.guide)} ${link(guide)}`])),
      `<p style="margin:24px 0 0;color:#868e96;font-size:13px">${escapeHtml(words.unexpected(facts))}</p>`,
    ]),
  }
}

const elsewhere = {
  en: ({ email }: Facts) =>
    `Sign in the way your organization signs you in elsewhere. Your account has the address ${email}.`,
  de: ({ email }: Facts) =>
    `Melde dich so an, wie deine Organisation dich auch anderswo anmeldet. Dein Konto hat die Adresse ${email}.`,
}

interface Facts {
  readonly organization: string
  readonly name: string
  readonly email: string
}

interface Words {
  readonly subject: (facts: Facts) => string
  readonly greeting: (facts: Facts) => string
  readonly ready: (facts: Facts) => string
  readonly where: string
  readonly signIn: Readonly<Record<FirstSignIn, (facts: Facts) => string>>
  readonly reset: string
  readonly begin: string
  readonly guide: string
  readonly button: string
  readonly unexpected: (facts: Facts) => string
}

const texts: Readonly<Record<'en' | 'de', Words>> = {
  en: {
    subject: ({ organization }) => `Welcome to ${organization}`,
    greeting: ({ name }) => `Hello ${name},`,
    ready: ({ organization }) => `your account at ${organization} is ready.`,
    where: 'You find the organization here:',
    signIn: {
      chosen: ({ email }) => `Sign in with ${email} and the password that you chose:`,
      given: ({ email }) => `Sign in with ${email} and the password that you were given:`,
      elsewhere: elsewhere.en,
      provisioned: elsewhere.en,
    },
    reset: 'You have no password, or want one that only you know? Set one here:',
    begin:
      'How to begin: conversations live in channels, and each has its topic. Look through the channels, join those that concern you, and say hello.',
    guide: 'The guide shows how to read, write and find:',
    button: 'Sign in',
    unexpected: ({ organization }) =>
      `You did not expect this mail? You did nothing wrong: somebody at ${organization} made the account with your address, perhaps by mistake. Ignore this mail, and nothing more happens.`,
  },
  de: {
    subject: ({ organization }) => `Willkommen bei ${organization}`,
    greeting: ({ name }) => `Hallo ${name},`,
    ready: ({ organization }) => `dein Konto bei ${organization} ist bereit.`,
    where: 'Du findest die Organisation hier:',
    signIn: {
      chosen: ({ email }) => `Melde dich mit ${email} und dem Passwort an, das du gewählt hast:`,
      given: ({ email }) => `Melde dich mit ${email} und dem Passwort an, das du bekommen hast:`,
      elsewhere: elsewhere.de,
      provisioned: elsewhere.de,
    },
    reset: 'Du hast kein Passwort oder möchtest eines, das nur du kennst? Setze es hier:',
    begin:
      'So fängst du an: Gespräche stehen in Kanälen, und jedes hat sein Thema. Sieh die Kanäle durch, tritt denen bei, die dich angehen, und sag Hallo.',
    guide: 'Die Anleitung zeigt, wie man liest, schreibt und findet (auf Englisch):',
    button: 'Anmelden',
    unexpected: ({ organization }) =>
      `Du hast diese Mail nicht erwartet? Du hast nichts falsch gemacht: Jemand bei ${organization} hat das Konto mit deiner Adresse angelegt, vielleicht aus Versehen. Lass die Mail unbeachtet, dann geschieht nichts weiter.`,
  },
}

const link = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`

/** A paragraph: a plain text, and lines of HTML below it. */
const paragraph = (text: string, ...lines: readonly string[]) =>
  `<p style="margin:0 0 16px">${[escapeHtml(text), ...lines].join('<br>')}</p>`

const page = (language: string, title: string, parts: readonly string[]) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.3">${escapeHtml(title)}</h1>
${parts.join('\n')}
</div>
</body>
</html>
`
