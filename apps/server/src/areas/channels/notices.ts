import { channelSlug } from '@tagma/contract/address.ts'
import { escapeAttribute, escapeLiteral } from '@tagma/markdown/html.ts'
import { type Notice, notifier, person, type Piece, say } from '#areas/messages/send/notice.ts'
import { postNotice } from '#areas/messages/send/post-notice.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'

// Notices about channels are built from names, as Markdown and HTML together: new channels get their ids inside the
// transaction, and a transaction never renders.

const link = ({ id, name }: ChannelRecord): Piece => ({
  text: `#**${name}**`,
  html: `<a class="stream" data-stream-id="${id}" href="${escapeAttribute(`/#narrow/channel/${channelSlug(id, name)}`)}">#${escapeLiteral(name)}</a>`,
})

function notice(actor: UserRecord, one: string, several: string, channels: readonly ChannelRecord[]): Notice {
  const who = person(actor)
  const links = channels.map(link)
  const [first] = links
  if (links.length === 1 && first)
    return say(
      actor,
      `${who.text} ${one} ${first.text}.`,
      `<p>${who.html} ${escapeLiteral(one)} ${first.html}.</p>`,
    )
  return say(
    actor,
    `${who.text} ${several}:\n\n${links.map(({ text }) => `* ${text}`).join('\n')}`,
    `<p>${who.html} ${escapeLiteral(several)}:</p>\n<ul>\n${links.map(({ html }) => `<li>${html}</li>\n`).join('')}</ul>`,
  )
}

/** Tells people by direct messages that somebody else subscribed them to channels. */
export async function tellNewSubscribers(
  tx: Tx,
  directory: OrganizationDirectory,
  actor: UserRecord,
  added: ReadonlyMap<number, readonly ChannelRecord[]>,
): Promise<void> {
  const bot = notifier(directory)
  if (!bot) return
  const made = new Map<string, Notice>()
  for (const [userId, channels] of added) {
    const user = directory.users.get(userId)
    if (!user || user.id === actor.id || user.botType !== null || channels.length === 0) continue
    const key = channels.map((channel) => channel.id).join()
    const message =
      made.get(key) ??
      notice(actor, 'subscribed you to the channel', 'subscribed you to the following channels', channels)
    made.set(key, message)
    await sendMessage(tx, directory, {
      sender: bot,
      destination: { kind: 'direct', users: [bot, user] },
      ...message,
      client: 'Internal',
      readBySender: true,
    })
  }
}

/** Announces new public channels in the organization's channel for announcements. */
export async function announceChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  actor: UserRecord,
  created: readonly ChannelRecord[],
): Promise<void> {
  const open = created.filter((channel) => !channel.isPrivate)
  if (open.length === 0) return
  await postNotice(
    tx,
    directory,
    directory.organization.settings.new_stream_announcements_stream_id,
    'new channels',
    notice(actor, 'created a new channel', 'created the following channels', open),
  )
}
