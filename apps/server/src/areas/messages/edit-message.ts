import type { Args } from '@tagma/contract/define.ts'
import type { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { organizationUrl } from '#areas/organization/organization-url.ts'
import { systemBotEmail, systemBots } from '#areas/users/present.ts'
import type { Call } from '#server/call.ts'
import { badRequest } from '#server/refusal.ts'
import { type ContentEdit, editContent } from './edit-content.ts'
import { findMessage } from './find-message.ts'
import { moveMessages, type Moved } from './move-messages.ts'
import { moveNotices } from './move-notices.ts'
import { emptyTopicName, renderContent } from './render-content.ts'
import { unknownChannel } from './resolve-destination.ts'
import { checkContent, checkTopic } from './rules.ts'
import { sendMessage } from './send-message.ts'

/** PATCH /messages/{message_id}: edits a message, moves messages, or both. */
export async function editMessage(call: Call, args: Args<typeof updateMessage>): Promise<void> {
  const { caller, directory, transact } = call
  const topic = topicOf(args)
  if (args.content === undefined && topic === undefined && args.stream_id === undefined)
    throw badRequest('Nothing to change')
  if (args.content !== undefined && args.stream_id !== undefined)
    throw badRequest('Cannot change message content while changing channel')
  if (topic === undefined && args.stream_id === undefined && args.propagate_mode !== 'change_one')
    throw badRequest('Invalid propagate_mode without topic edit')
  const message = await findMessage(call.db, directory, caller, args.message_id)
  if (message.channel_id === 0 && (topic !== undefined || args.stream_id !== undefined))
    throw badRequest(
      topic === undefined
        ? 'Direct messages cannot be moved to channels.'
        : 'Direct messages cannot have topics.',
    )
  const channel = args.stream_id === undefined ? undefined : directory.channels.get(args.stream_id)
  if (args.stream_id !== undefined && !channel) throw unknownChannel(args.stream_id)

  const edit = await prepareEdit(call, args)
  const moved = await transact(async (tx) => {
    const isEdited = edit !== undefined && (await editContent(tx, directory, caller, edit))
    const result =
      topic === undefined && channel === undefined
        ? undefined
        : await moveMessages(tx, directory, caller, {
            id: args.message_id,
            propagateMode: args.propagate_mode,
            channel,
            topic,
          })
    if (!isEdited && !result) throw badRequest('Nothing to change')
    return result
  })
  if (moved) await sendNotices(call, args, moved)
}

function topicOf(args: Args<typeof updateMessage>): string | undefined {
  const given = args.topic ?? args.subject
  if (given === undefined) return undefined
  const topic = checkTopic(given)
  if (!topic.ok) throw badRequest(topic.reason)
  return topic.value === emptyTopicName || topic.value === '(no topic)' ? '' : topic.value
}

async function prepareEdit(call: Call, args: Args<typeof updateMessage>): Promise<ContentEdit | undefined> {
  if (args.content === undefined) return undefined
  // An edit that leaves nothing takes the content away, but not the message.
  const content = checkContent(args.content.trim() === '' ? '(deleted)' : args.content)
  if (!content.ok) throw badRequest(content.reason)
  const { caller, directory, services } = call
  const url = organizationUrl(services.config, directory.organization)
  return {
    id: args.message_id,
    content: content.value,
    rendered: await renderContent(services.db, directory, caller, content.value, url),
    expected: args.prev_content_sha256,
  }
}

/** Has the notification bot say what was moved, after it was. */
async function sendNotices(call: Call, args: Args<typeof updateMessage>, moved: Moved): Promise<void> {
  const { caller, directory, services, transact } = call
  const bot = directory.userByEmail(systemBotEmail(systemBots.notification.key))
  if (!bot) return
  const notices = moveNotices(caller, {
    from: moved.from,
    to: moved.to,
    firstId: moved.ids[0] ?? args.message_id,
    count: moved.ids.length,
    isPartial: moved.isPartial,
    toOldThread: args.send_notification_to_old_thread,
    toNewThread: args.send_notification_to_new_thread,
  })
  const url = organizationUrl(services.config, directory.organization)
  for (const { channel, topic, content } of notices) {
    const rendered = await renderContent(services.db, directory, caller, content, url)
    await transact((tx) =>
      sendMessage(tx, directory, {
        sender: bot,
        destination: { kind: 'channel', channel, topic },
        content,
        rendered,
        client: 'Internal',
        readBySender: true,
      }),
    )
  }
}
