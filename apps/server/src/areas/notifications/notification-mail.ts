import { plainText } from '@tagma/markdown/plain-text.ts'
import { emptyTopicName } from '#areas/messages/render-content.ts'
import { settingOf, type OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#directory/records.ts'
import { escapeHtml } from '#http/html.ts'
import type { Mail } from '#ports/mailer.ts'
import type { MessageRow } from '#store/messages.ts'

/** The mail about messages that somebody has not seen, by conversation; oldest first. */
export function notificationMail(
  directory: OrganizationDirectory,
  url: string,
  user: UserRecord,
  messages: readonly MessageRow[],
  participants: ReadonlyMap<number, readonly number[]>,
  unsubscribe: string,
): Mail {
  const { organization } = directory
  const quotes =
    settingOf(user, 'message_content_in_email_notifications') &&
    organization.settings.message_content_allowed_in_email_notifications
  const nameOf = (id: number) => directory.users.get(id)?.fullName ?? 'Somebody'
  const parts = [...Map.groupBy(messages, (row) => row.conversation_id).values()].map((rows) => {
    const first = rows[0]!
    const place = placeOf(directory, first, participants.get(first.conversation_id) ?? [], user)
    const senders = [...new Set(rows.map((row) => nameOf(row.sender_id)))].join(', ')
    return {
      heading: quotes ? place : `${rows.length} new ${rows.length === 1 ? 'message' : 'messages'}`,
      place,
      senders,
      lines: quotes
        ? rows.map((row) => ({ name: nameOf(row.sender_id), text: plainText(row.rendered) }))
        : [],
    }
  })
  const [only] = parts
  const subject =
    quotes && only && parts.length === 1
      ? `${only.place} (${only.senders})`
      : `${messages.length} new ${messages.length === 1 ? 'message' : 'messages'}`
  const why = quotes ? '' : 'What was said is not in this mail, because you or your organization chose so.'
  const footer =
    'You get this because of your settings for e-mail notifications. Answers to this mail are not read.'
  return {
    to: user.deliveryEmail,
    subject: namesOrganization(user) ? `${subject} [${organization.name}]` : subject,
    text: [
      ...parts.map(({ heading, lines }) =>
        [heading, ...lines.map(({ name, text }) => `${name}: ${text}`)].join('\n'),
      ),
      why,
      `Read and answer: ${url}`,
      footer,
      `Stop these mails: ${unsubscribe}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    html: [
      ...parts.map(
        ({ heading, lines }) =>
          `<h3>${escapeHtml(heading)}</h3>${lines
            .map(
              ({ name, text }) =>
                `<p><b>${escapeHtml(name)}</b><br>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
            )
            .join('')}`,
      ),
      why === '' ? '' : `<p>${escapeHtml(why)}</p>`,
      `<p><a href="${escapeHtml(url)}">Read and answer in ${escapeHtml(organization.name)}</a></p>`,
      `<p><small>${footer} <a href="${escapeHtml(unsubscribe)}">Stop these mails</a></small></p>`,
    ].join('\n'),
  }
}

/** Where messages are, in the words of a heading. */
function placeOf(
  directory: OrganizationDirectory,
  row: MessageRow,
  participants: readonly number[],
  user: UserRecord,
): string {
  if (row.channel_id !== 0) {
    const channel = directory.channels.get(row.channel_id)?.name ?? ''
    return `#${channel} > ${row.topic === '' ? emptyTopicName : row.topic}`
  }
  const others = participants.filter((id) => id !== user.id)
  return `Direct messages with ${others.map((id) => directory.users.get(id)?.fullName ?? 'somebody').join(', ')}`
}

/** Whether the subject names the organization: as the user has chosen; left to itself, it does not. */
const namesOrganization = (user: UserRecord) =>
  settingOf(user, 'realm_name_in_email_notifications_policy') === 2
