import { subjectNaming } from '@tagma/contract/settings/user-settings.ts'
import { plainText } from '@tagma/markdown/plain-text.ts'
import { messageLink } from '#areas/messages/send/message-link.ts'
import { languageOf } from '#directory/language-of.ts'
import { settingOf, type OrganizationDirectory } from '#directory/organization-directory.ts'
import { escapeHtml } from '#http/html.ts'
import type { MessageRow } from '#model/message-parts.ts'
import type { UserRecord } from '#model/records.ts'
import type { Mail } from '#ports/mailer.ts'
import { langAttributes, startSide, wordsFor, type WordId, type WordValues } from '#words/words.ts'
import { localTime } from './local-time.ts'

/** Context of mails about messages. */
export interface MailContext {
  readonly directory: OrganizationDirectory
  /** Address of the organization. */
  readonly url: string
  readonly user: UserRecord
  /** Participants of direct messages, by conversation. */
  readonly participants: ReadonlyMap<number, readonly number[]>
  readonly unsubscribe: string
  /** True if the user also has accounts in other organizations. */
  readonly hasOtherAccounts: boolean
}

/**
 * Makes the mails about messages that a user has not seen, oldest first: one for each conversation, so that mail
 * programs keep it together. If mails may not quote messages, makes one mail for all.
 */
export function notificationMails(context: MailContext, messages: readonly MessageRow[]): Mail[] {
  const { directory, user } = context
  const mayQuote =
    settingOf(user, 'message_content_in_email_notifications') &&
    directory.organization.settings.message_content_allowed_in_email_notifications
  if (!mayQuote) return messages.length === 0 ? [] : [silentMail(context, messages.length)]
  return [...Map.groupBy(messages, (row) => row.conversation_id).values()].map((rows) =>
    conversationMail(context, rows),
  )
}

function conversationMail(context: MailContext, rows: readonly MessageRow[]): Mail {
  const { directory, user, url } = context
  const first = rows[0]!
  const participants = context.participants.get(first.conversation_id) ?? []
  const place = placeOf(directory, first, participants, user)
  const link = `${url}/${messageLink(directory, first, participants)}`
  const words = wordsOf(user)
  const side = startSide(languageOf(user))
  const said = rows.map((row) => ({
    who: directory.users.get(row.sender_id)?.fullName ?? words('mail.missed.somebody'),
    when: localTime(user, row.sent_at, languageOf(user)),
    text: plainText(row.rendered),
  }))
  return mail(context, {
    subject: place,
    thread: `conversation-${first.conversation_id}.${directory.organization.uuid}`,
    link,
    text: said
      .map(({ who, when, text }) => `${words('mail.missed.said', { who, when })}\n${quoted(text)}`)
      .join('\n\n'),
    html: said
      .map(
        ({ who, when, text }) =>
          `<div style="margin:0 0 16px;padding-${side}:12px;border-${side}:3px solid #748ffc"><div style="margin-bottom:2px"><b>${escapeHtml(who)}</b> <span style="color:#868e96;font-size:13px">${escapeHtml(when)}</span></div><div style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</div></div>`,
      )
      .join('\n'),
  })
}

/** Makes a mail that reveals neither content, senders nor places of messages. */
function silentMail(context: MailContext, count: number): Mail {
  const words = wordsOf(context.user)
  const why = words('mail.missed.unquoted')
  return mail(context, {
    subject: words('mail.missed.count', { count }),
    thread: undefined,
    link: context.url,
    text: why,
    html: `<p style="margin:0 0 16px">${escapeHtml(why)}</p>`,
  })
}

interface Parts {
  readonly subject: string
  readonly thread: string | undefined
  readonly link: string
  readonly text: string
  readonly html: string
}

function mail(context: MailContext, { subject, thread, link, text, html }: Parts): Mail {
  const { directory, user, unsubscribe } = context
  const { name } = directory.organization
  const words = wordsOf(user)
  const reason = words('mail.missed.reason')
  const read = words('mail.missed.read', { organization: name })
  const stop = words('mail.missed.stop')
  const line = (label: string, address: string) => words('mail.missed.link', { label, link: address })
  return {
    to: user.deliveryEmail,
    subject: namesOrganization(context) ? `${subject} [${name}]` : subject,
    unsubscribe,
    ...(thread === undefined ? {} : { thread }),
    text: [subject, text, line(read, link), `--\n${reason}\n${line(stop, unsubscribe)}`].join('\n\n'),
    html: `<!doctype html>
<html ${langAttributes(languageOf(user))}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.3">${escapeHtml(subject)}</h1>
${html}
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:8px 20px;border-radius:6px;background:#3b5bdb;color:#fff;text-decoration:none">${escapeHtml(read)}</a></p>
<p style="margin:0;color:#868e96;font-size:13px">${escapeHtml(reason)} <a href="${escapeHtml(unsubscribe)}" style="color:inherit">${escapeHtml(stop)}</a></p>
</div>
</body>
</html>
`,
  }
}

/** Returns what says a text in a reader's language. */
function wordsOf(user: UserRecord) {
  const language = languageOf(user)
  return (id: WordId, values?: WordValues) => wordsFor(language, id, values)
}

const quoted = (text: string) => text.replace(/^/gm, '> ')

/** Names the place of messages, for a subject. */
function placeOf(
  directory: OrganizationDirectory,
  row: MessageRow,
  participants: readonly number[],
  user: UserRecord,
): string {
  const words = wordsOf(user)
  if (row.channel_id !== 0) {
    const channel = directory.channels.get(row.channel_id)?.name ?? ''
    return `#${channel} > ${row.topic === '' ? words('mail.missed.no-topic') : row.topic}`
  }
  const others = participants.filter((id) => id !== user.id)
  const names = others.map((id) => directory.users.get(id)?.fullName ?? words('mail.missed.somebody'))
  return words('mail.missed.direct', { people: names.join(', ') })
}

/**
 * Tells whether the subject names the organization. With the automatic setting, it does if the user has other accounts.
 */
function namesOrganization({ user, hasOtherAccounts }: MailContext): boolean {
  const policy = settingOf(user, 'realm_name_in_email_notifications_policy')
  return policy === subjectNaming.always || (policy === subjectNaming.automatic && hasOtherAccounts)
}
