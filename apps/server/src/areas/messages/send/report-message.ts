import { addressOf } from '@tagma/contract/address.ts'
import type { Args } from '@tagma/contract/define.ts'
import {
  reportTypes,
  type reportMessage as contract,
} from '@tagma/contract/endpoints/messages/report-message.ts'
import type { Call } from '#call/call.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { MessageRow } from '#model/message-parts.ts'
import { badRequest } from '#model/refusal.ts'
import { participantsOf } from '#store/messages/conversations.ts'
import { renderContent } from '../render/render-content.ts'
import { requireMessage } from '../require-message.ts'
import { sendMessage } from './send-message.ts'

/** Has the notification bot tell the moderators' channel about a reported message and its reporter. */
export async function reportMessage(call: Call, args: Args<typeof contract>): Promise<void> {
  const { caller, directory, services, transact } = call
  const message = await requireMessage(call.db, directory, caller, args.message_id)
  const channel = directory.channels.get(directory.organization.settings.moderation_request_channel_id)
  const bot = directory.userByEmail(systemBotEmail(systemBots.notification.key))
  if (!channel || channel.isArchived || !bot)
    throw badRequest('Moderation request channel must be specified to enable message reporting.')
  const type = reportTypes.find(({ key }) => key === args.report_type)
  if (!type)
    throw badRequest(
      `Invalid report_type: must be one of ${reportTypes.map(({ key }) => `"${key}"`).join(', ')}`,
    )
  const description = args.description?.trim() ?? ''
  if (type.key === 'other' && description === '')
    throw badRequest('An explanation is required when the report type is "other".')

  const sender = directory.users.get(message.sender_id)
  const content = [
    `${mention(caller.fullName, caller.id)} reported ${await whichMessage(call, message)}${
      sender ? ` sent by ${mention(sender.fullName, sender.id)}` : ''
    }.`,
    `- Reason: **${type.name}**`,
    ...(description === '' ? [] : ['- Notes:', quoted(description)]),
    '',
    // Quoted, so that the message does not mention anybody again.
    fenced('spoiler **Message as sent**', quoted(message.content)),
  ].join('\n')
  const rendered = await renderContent(services, directory, caller, content)
  await transact((tx) =>
    sendMessage(tx, directory, {
      sender: bot,
      destination: {
        kind: 'channel',
        channel,
        topic: `${sender?.fullName ?? ''}'s moderation requests`.slice(0, 60),
      },
      content,
      rendered,
      client: 'Internal',
      readBySender: true,
    }),
  )
}

const mention = (name: string, id: number) => `@_**${name}|${id}**`
const quoted = (text: string) => fenced('quote', text)

/** Makes a fenced block that its text cannot close. */
function fenced(info: string, text: string): string {
  let fence = '```'
  while (text.includes(fence)) fence += '`'
  return `${fence}${info}\n${text}\n${fence}`
}

async function whichMessage({ db, directory }: Call, message: MessageRow): Promise<string> {
  if (message.channel_id !== 0) {
    const channel = directory.channels.get(message.channel_id)
    const address = addressOf({ kind: 'feed', channelId: message.channel_id, at: { near: message.id } })
    return `[a message](${address}) in #**${channel?.name ?? ''}>${message.topic}**`
  }
  const ids = (await participantsOf(db, [message.conversation_id])).get(message.conversation_id) ?? []
  const names = ids.flatMap((id) => {
    const user = directory.users.get(id)
    return user && id !== message.sender_id ? [mention(user.fullName, id)] : []
  })
  return `a direct message to ${names.length === 0 ? 'themselves' : names.join(', ')}`
}
