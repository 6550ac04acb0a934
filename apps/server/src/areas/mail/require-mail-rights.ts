import { mayPost, mayReadChannel } from '@tagma/rules/channels.ts'
import { accessChannel } from '#areas/channels/require-channel.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { systemBotEmail, systemBots } from '#directory/system-bots.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { isSubscribed } from '#store/channels/subscriptions.ts'
import type { Db } from '#store/sql/db.ts'

/** Rights of mail to a channel, found from its address. */
export interface MailRights {
  readonly channel: ChannelRecord
  readonly sender: UserRecord
  /** User whose permissions count: the bot itself, or the holder if the email gateway posts. */
  readonly author: UserRecord
}

/**
 * Checks the rights of a user who asks for an address of a channel, or has one. Messages come from the user, one of
 * their bots or the email gateway (the default), and `author` must be allowed to post. Throws a Refusal. Feature levels
 * 335 and 448.
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
