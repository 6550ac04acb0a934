import { createHash } from 'node:crypto'
import { entryContent, type Feed, type FeedEntry, readFeed } from '@tagma/integrations/feed.ts'
import { withSilentGroups } from '@tagma/integrations/safe-text.ts'
import { mayReadChannel } from '@tagma/rules/channels.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { renderContent } from '#areas/messages/render/render-content.ts'
import { requireTopic } from '#areas/messages/rules.ts'
import { notifier } from '#areas/messages/send/notice.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import type { Services } from '#call/services.ts'
import { productVersion } from '#config/product-version.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { Job } from '#jobs/job.ts'
import type { UserRecord } from '#model/records.ts'
import { Refusal } from '#model/refusal.ts'
import { OutgoingFailure } from '#ports/outgoing-http.ts'
import type { Tx } from '#store/log/tx.ts'
import { dueFeeds, type FeedRow, saveFeed } from '#store/notifying/feeds.ts'

/** Seconds between two looks at a feed, and the longest wait after failures or at a server's wish. */
const interval = 900
const longestWait = 24 * 3600
/** Seconds of failures after which the bot's owner is told. */
const patience = 24 * 3600
/** Entries that one look posts. */
const mostPosts = 20
/** Entries whose ids are kept. */
const mostSeen = 1000
/** Feeds that are fetched at once, for one organization. */
const width = 8

/** Fetches feeds and posts their new entries. The first look at a feed posts nothing. */
export const pollFeedsJob: Job = {
  name: 'poll-feeds',
  everySeconds: 10,
  once: true,
  awaits: 'feeds',
  isSlow: true,
  async run(services, organizationId, mayGoOn = () => true) {
    const directory = await services.data.directories.get(organizationId)
    while (mayGoOn()) {
      const now = Math.floor(services.time.clock.now() / 1000)
      const due = await dueFeeds(services.data.db, organizationId, now, width)
      if (due.length === 0) return
      await Promise.all(due.map((feed) => look(services, directory, feed)))
    }
  },
}

/** A feed as its server gave it. */
type Fetched =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'feed'; readonly feed: Feed; readonly etag: string; readonly lastModified: string }
  | { readonly kind: 'failed'; readonly problem: string; readonly retryAfter: number }

async function look(services: Services, directory: OrganizationDirectory, row: FeedRow): Promise<void> {
  const bot = directory.users.get(row.user_id)
  const fetched: Fetched = bot?.isActive
    ? await fetchFeed(services, row)
    : { kind: 'failed', problem: 'The bot is deactivated.', retryAfter: longestWait }
  if (fetched.kind === 'failed') return fail(services, directory, row, fetched)
  try {
    await take(services, directory, row, fetched)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = `Its entries cannot be posted: ${error.message}`
    await fail(services, directory, row, { problem, retryAfter: 0 })
  }
}

async function fetchFeed({ outside }: Services, { url, etag, last_modified }: FeedRow): Promise<Fetched> {
  try {
    const { status, text, headers } = await outside.outgoing.get({
      url,
      headers: {
        accept: 'application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.1',
        'user-agent': `TagmaFeeds/${productVersion}`,
        ...(etag === '' ? {} : { 'if-none-match': etag }),
        ...(last_modified === '' ? {} : { 'if-modified-since': last_modified }),
      },
    })
    if (status === 304) return { kind: 'unchanged' }
    const asked = Number(headers['retry-after'])
    const retryAfter = Number.isFinite(asked) ? asked : 0
    if (status !== 200)
      return { kind: 'failed', problem: `The server answers with the status ${status}.`, retryAfter }
    const feed = readFeed(text)
    if (!feed) return { kind: 'failed', problem: 'What is there is neither RSS nor Atom.', retryAfter: 0 }
    return {
      kind: 'feed',
      feed,
      etag: (headers.etag ?? '').slice(0, 500),
      lastModified: (headers['last-modified'] ?? '').slice(0, 100),
    }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { kind: 'failed', problem: error.message, retryAfter: 0 }
  }
}

const idOf = ({ id }: FeedEntry) => createHash('sha256').update(id).digest('base64url').slice(0, 16)

/** Posts what is new, and notes it in the same commit. */
async function take(
  services: Services,
  directory: OrganizationDirectory,
  row: FeedRow,
  fetched: Exclude<Fetched, { kind: 'failed' }>,
): Promise<void> {
  const healthy = { failures: 0, failing_since: null, problem: '', told_owner: 0 as const }
  const known = row.seen === null ? undefined : new Set(JSON.parse(row.seen) as string[])
  const entries = fetched.kind === 'feed' ? fetched.feed.entries : []
  const fresh = known ? entries.filter((entry) => !known.has(idOf(entry))).slice(0, mostPosts) : []
  const bot = directory.users.get(row.user_id)
  const posts = await Promise.all(fresh.toReversed().map((entry) => prepare(services, directory, bot, entry)))
  await services.data.transact(row.organization_id, async (tx) => {
    const changed =
      fetched.kind === 'feed'
        ? {
            etag: fetched.etag,
            last_modified: fetched.lastModified,
            seen: JSON.stringify([...new Set([...entries.map(idOf), ...(known ?? [])])].slice(0, mostSeen)),
          }
        : {}
    if (!(await saveFeed(tx, row, { ...healthy, ...changed, next_at: tx.now + interval }))) return
    const title = fetched.kind === 'feed' ? fetched.feed.title : ''
    for (const post of posts) await post?.(tx, row, title)
  })
}

type Posting = (tx: Tx, row: FeedRow, title: string) => Promise<void>

async function prepare(
  services: Services,
  directory: OrganizationDirectory,
  sender: UserRecord | undefined,
  entry: FeedEntry,
): Promise<Posting | undefined> {
  if (!sender) return undefined
  const content = withSilentGroups(entryContent(entry))
  const rendered = await renderContent(services, directory, sender, content)
  return async (tx, row, title) => {
    const channel = await findChannel(tx, directory, sender, row.channel_id, mayReadChannel)
    if (!channel) throw new Refusal('BAD_REQUEST', 'The channel is gone, or the bot may not read it.')
    await sendMessage(tx, directory, {
      sender,
      destination: {
        kind: 'channel',
        channel,
        topic: requireTopic(row.topic || title || 'Feed'),
        isReadable: true,
      },
      content,
      rendered,
      client: 'TagmaFeedWebhook',
      readBySender: true,
      local: { queue_id: `feed ${row.id}`, local_id: idOf(entry) },
    })
  }
}

/** Waits longer after each failure. After a day, the bot's owner is told, once. */
async function fail(
  services: Services,
  directory: OrganizationDirectory,
  row: FeedRow,
  { problem, retryAfter }: { readonly problem: string; readonly retryAfter: number },
): Promise<void> {
  const now = Math.floor(services.time.clock.now() / 1000)
  const since = row.failing_since ?? now
  const isLong = now - since >= patience && row.told_owner === 0
  const tell = isLong ? await prepareTelling(services, directory, row, problem) : undefined
  const wait = Math.min(longestWait, Math.max(retryAfter, interval * 2 ** Math.min(row.failures, 5)))
  await services.data.transact(row.organization_id, async (tx) => {
    const after = { failures: row.failures + 1, failing_since: since, problem, next_at: tx.now + wait }
    if (await saveFeed(tx, row, { ...after, ...(tell ? { told_owner: 1 as const } : {}) })) await tell?.(tx)
  })
}

async function prepareTelling(
  services: Services,
  directory: OrganizationDirectory,
  row: FeedRow,
  problem: string,
): Promise<((tx: Tx) => Promise<void>) | undefined> {
  const sender = notifier(directory)
  const bot = directory.users.get(row.user_id)
  const owner = bot?.botOwnerId ? directory.users.get(bot.botOwnerId) : undefined
  if (!sender || !bot || !owner?.isActive) return undefined
  const content = `Your bot @_**${bot.fullName}|${bot.id}** could not read the feed ${row.url} for a day. ${problem}\n\nIt goes on trying, at least once a day.`
  const rendered = await renderContent(services, directory, sender, content)
  return async (tx) => {
    await sendMessage(tx, directory, {
      sender,
      destination: { kind: 'direct', users: [sender, owner] },
      content,
      rendered,
      client: 'Internal',
      readBySender: true,
    })
  }
}
