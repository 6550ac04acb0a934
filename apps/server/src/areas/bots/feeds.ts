import { limits } from '@tagma/contract/limits.ts'
import type { FeedObject } from '@tagma/contract/objects/feed.ts'
import { mayReadChannel } from '@tagma/rules/channels.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { isBadTopic } from '#areas/messages/rules.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteFeed, feedsOf, insertFeed } from '#store/notifying/feeds.ts'
import type { Db } from '#store/sql/db.ts'
import { payloadUrlProblem } from './rules.ts'

interface NewFeed {
  readonly url: string
  readonly channelId: number
  readonly topic: string
}

/** Lets a bot post a feed to a channel that both the caller and the bot may read. Returns the feed's id. */
export async function addFeed(
  tx: Tx,
  directory: OrganizationDirectory,
  { caller, bot }: { readonly caller: UserRecord; readonly bot: UserRecord },
  { url, channelId, topic }: NewFeed,
): Promise<number> {
  if (payloadUrlProblem(url) !== undefined)
    throw badRequest('The address of a feed begins with http:// or https://.')
  if (isBadTopic(topic)) throw badRequest('Invalid character in topic')
  for (const user of [caller, bot])
    if (!(await findChannel(tx, directory, user, channelId, mayReadChannel)))
      throw badRequest(user === bot ? 'The bot may not read this channel.' : 'Invalid channel ID')
  const known = await feedsOf(tx.db, bot.id)
  if (known.some((feed) => feed.url === url && feed.channel_id === channelId))
    throw badRequest('The bot posts this feed to this channel already.')
  if (known.length >= limits.maxFeedsPerBot)
    throw badRequest(`A bot has at most ${limits.maxFeedsPerBot} feeds: remove one.`)
  return insertFeed(tx, { user_id: bot.id, url, channel_id: channelId, topic: topic.trim() })
}

/** Lists the feeds of a bot, oldest first. */
export async function listFeeds(db: Db, bot: UserRecord): Promise<FeedObject[]> {
  const rows = await feedsOf(db, bot.id)
  return rows.map(({ id, url, channel_id, topic, problem }) => ({
    id,
    url,
    stream_id: channel_id,
    topic,
    problem,
  }))
}

/** Lets a bot post a feed no more. Throws BAD_REQUEST if the bot has no such feed. */
export async function removeFeed(tx: Tx, bot: UserRecord, id: number): Promise<void> {
  if (!(await deleteFeed(tx, bot.id, id))) throw badRequest('The bot has no such feed.')
}
