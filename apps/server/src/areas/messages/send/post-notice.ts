import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { type Notice, notifier } from './notice.ts'
import { sendMessage } from './send-message.ts'

/** Has the notification bot post in a channel; does nothing if the channel is -1, archived or gone. */
export async function postNotice(
  tx: Tx,
  directory: OrganizationDirectory,
  channelId: number,
  topic: string,
  notice: Notice,
): Promise<void> {
  const channel = directory.channels.get(channelId)
  if (channel && !channel.isArchived) await postNoticeIn(tx, directory, channel, topic, notice)
}

/**
 * Has the notification bot post in a channel, whatever the channel's permissions. With `unreadFor`, the notice is
 * unread only for these subscribers.
 */
export async function postNoticeIn(
  tx: Tx,
  directory: OrganizationDirectory,
  channel: ChannelRecord,
  topic: string,
  notice: Notice,
  unreadFor?: ReadonlySet<number>,
): Promise<void> {
  const sender = notifier(directory)
  if (!sender) return
  await sendMessage(tx, directory, {
    sender,
    destination: {
      kind: 'channel',
      channel,
      topic: channel.topicsPolicy === 'empty_topic_only' ? '' : topic,
    },
    ...notice,
    client: 'Internal',
    readBySender: true,
    ...(unreadFor ? { unreadFor } : {}),
  })
}
