import { messageLink } from '#areas/messages/send/message-link.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { MessageRow } from '#model/message-parts.ts'

/** Makes the text of a reminder, in Markdown; only the note if the message is gone. */
export function reminderContent(
  directory: OrganizationDirectory,
  organizationUrl: string,
  message: MessageRow | undefined,
  participants: readonly number[],
  note: string,
): string {
  const noted = note === '' ? '' : ` Note:\n${quoteLines(note)}`
  if (!message) return `You requested a reminder for a message that you cannot read any more.${noted}`
  const channel = directory.channels.get(message.channel_id)
  const about = channel
    ? `You requested a reminder for #**${channel.name}>${message.topic}@${message.id}**.`
    : 'You requested a reminder for the following direct message.'
  const link = messageLink(directory, message, participants)
  const sender = directory.users.get(message.sender_id)
  const who = sender ? `@_**${sender.fullName}|${sender.id}**` : 'Somebody'
  const fence = '`'.repeat(
    Math.max(3, ...[...message.content.matchAll(/`+/g)].map(([run]) => run.length + 1)),
  )
  return `${about}${noted}

${who} [said](${organizationUrl}/${link}):
${fence}quote
${message.content}
${fence}`
}

const quoteLines = (text: string) =>
  text
    .split('\n')
    .map((line) => ` > ${line}`)
    .join('\n')
