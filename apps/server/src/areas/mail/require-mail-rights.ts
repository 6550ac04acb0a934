import { accessChannel } from '#areas/channels/require-channel.ts'
import { mayPost, mayReadChannel } from '#areas/channels/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isSubscribed } from '#store/channels/subscriptions.ts'
import type { Db } from '#store/sql/db.ts'

/** Mail to a channel, as far as its address says. */
export interface MailRights {
  readonly channel: ChannelRecord
  readonly sender: UserRecord
  /** Whose permissions count: a bot’s own; the holder’s where the email gateway posts for them. */
  readonly author: UserRecord
}

/**
 * What somebody may do who asks for an address of a channel, or has one: messages come from themselves, a bot of theirs
 * or the email gateway, which is the default, and whoever answers for them may post. Throws a Refusal. Feature levels 335
 * and 448.
 */
export async function requireMailRights(
  db: Db,
  directory: OrganizationDirectory,
  holder: UserRecord,
  channelId: number,
  senderId?: number,
): Promise<MailRights> {
  const { channel, isIn } = await accessChannel(db, directory, holder, channelId)
  if (!mayReadChannel(directory, holder, channel, isIn)) throw badRequest('Invalid channel ID')
  const gateway = directory.userByEmail(systemBotEmail(systemBots.email.key))
  const sender = senderId === undefined ? gateway : directory.users.get(senderId)
  if (!sender?.isActive) throw badRequest('No such user')
  if (sender.id !== holder.id && sender.botOwnerId !== holder.id && sender.id !== gateway?.id)
    throw badRequest('Invalid sender ID: it has to be you, a bot of yours or the email gateway.')
  const author = sender.id === gateway?.id ? holder : sender
  const authorIsIn = author.id === holder.id ? isIn : await isSubscribed(db, author.id, channel.id)
  if (!mayReadChannel(directory, author, channel, authorIsIn) || !mayPost(directory, author, channel))
    throw badRequest(`Not authorized to send to channel '${channel.name}'`)
  return { channel, sender, author }
}
