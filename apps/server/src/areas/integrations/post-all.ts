import type { Integration, Post } from '@tagma/integrations/integration.ts'
import { withSilentGroups } from '@tagma/integrations/safe-text.ts'
import type { Rendered } from '@tagma/markdown/render.ts'
import { mayPost, mayReadChannel } from '@tagma/rules/channels.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import { groupMentionProblem } from '#areas/messages/render/group-mention-problem.ts'
import { renderContent } from '#areas/messages/render/render-content.ts'
import { requireContent, requireTopic } from '#areas/messages/rules.ts'
import { type Destination, resolveChannel } from '#areas/messages/send/resolve-destination.ts'
import { sendMessage } from '#areas/messages/send/send-message.ts'
import type { Call } from '#call/call.ts'
import { isNoTopic } from '#model/empty-topic-name.ts'
import type { ChannelRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { hasSubscribers } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import type { BotConfiguration } from '#store/people/bots.ts'
import type { KeepRequest } from './keep-request.ts'
import { resolveIfOver, topicForAlerts } from './resolve-topics.ts'

/** The place that an address names. */
interface Place {
  readonly stream?: string | undefined
  readonly topic?: string | undefined
  readonly mapping?: string | undefined
}

interface Batch {
  readonly bot: BotConfiguration
  readonly posts: readonly Post[]
  readonly place: Place
  /** Whether a topic is resolved when all its alerts are. */
  readonly isResolving: boolean
  /** The sender's name for what it may send again. */
  readonly delivery: string | undefined
  /** Keeps the request with its messages. */
  readonly keep: KeepRequest | undefined
}

/** Posts messages in order, all or none. Returns a sentence about the channel that its owner should know. */
export async function postAll(
  call: Call,
  integration: Integration,
  { bot, posts, place, isResolving, delivery, keep }: Batch,
): Promise<string | undefined> {
  const { caller, directory } = call
  const ready = await Promise.all(posts.map((post) => renderPost(call, post)))
  const client = `Tagma${integration.label.replaceAll(/[^A-Za-z0-9]/g, '')}Webhook`
  return call.transact(async (tx) => {
    const channels = new Map<number, ChannelRecord>()
    for (const [index, { post, content, rendered }] of ready.entries()) {
      const named = await destinationOf(call, tx, { integration, bot, post, place })
      const alerts = isResolving && post.alerts?.length ? post.alerts : undefined
      const destination =
        alerts && named.kind === 'channel' ? await topicForAlerts(tx, call, named, alerts) : named
      if (destination.kind === 'channel') channels.set(destination.channel.id, destination.channel)
      await sendMessage(tx, directory, {
        sender: caller,
        destination,
        content,
        rendered,
        client,
        readBySender: caller.botType !== null,
        ...(delivery === undefined
          ? {}
          : { local: { queue_id: `webhook ${integration.name}`, local_id: `${delivery} ${index}` } }),
      })
      if (alerts && destination.kind === 'channel') await resolveIfOver(tx, call, destination, alerts)
    }
    const problem = await unreadProblem(tx, [...channels.values()])
    await keep?.(tx, { posts: ready.length, problem })
    return problem
  })
}

/** Returns a sentence about a channel that nobody is subscribed to, or undefined. */
async function unreadProblem(tx: Tx, channels: readonly ChannelRecord[]): Promise<string | undefined> {
  for (const { id, name } of channels)
    if (!(await hasSubscribers(tx.db, id)))
      return `it was posted in the channel #**${name}**, and nobody is subscribed to it.`
  return undefined
}

interface ReadyPost {
  readonly post: Post
  readonly content: string
  readonly rendered: Rendered
}

/** Renders a post. Groups that the bot may not mention are named silently. */
async function renderPost({ caller, directory, services }: Call, post: Post): Promise<ReadyPost> {
  const content = requireContent(post.content)
  const rendered = await renderContent(services, directory, caller, content)
  if (groupMentionProblem(directory, caller, rendered.facts) === undefined) return { post, content, rendered }
  const silent = requireContent(withSilentGroups(content))
  return { post, content: silent, rendered: await renderContent(services, directory, caller, silent) }
}

interface Sought {
  readonly integration: Integration
  readonly bot: BotConfiguration
  readonly post: Post
  readonly place: Place
}

async function destinationOf({ caller, directory }: Call, tx: Tx, sought: Sought): Promise<Destination> {
  const { integration, bot, post, place } = sought
  const unescape = (text: string) => (integration.unescapesAgain ? unescaped(text) : text)
  const byName = place.mapping === 'channels' && post.channel ? post.channel : undefined
  const mapped = byName === undefined ? undefined : await postableChannel(tx, { caller, directory }, byName)
  const named = unescape(place.stream ?? '').trim()
  const byDefault = bot.sendingChannelId === null ? undefined : directory.channels.get(bot.sendingChannelId)
  if (!mapped && named === '' && !byDefault) {
    const owner = directory.users.get(caller.botOwnerId ?? caller.id)
    if (!owner?.isActive) throw badRequest('The owner of the bot is deactivated: name a channel.')
    return { kind: 'direct', users: owner.id === caller.id ? [owner] : [caller, owner] }
  }
  const to = named === '' ? (byDefault?.id ?? 0) : /^\d+$/.test(named) ? Number(named) : named
  const channel = mapped ?? (await resolveChannel(tx.db, directory, caller, to))
  const own = mapped && post.topic === byName ? '' : post.topic
  const topic = place.topic === undefined || place.topic === '' ? own : unescape(place.topic)
  return { kind: 'channel', channel, topic: topicIn(channel, topic, integration.label), isReadable: true }

  /** The topic, in a form that the channel takes. */
  function topicIn({ topicsPolicy }: ChannelRecord, wanted: string, otherwise: string): string {
    const policy = topicsPolicy === 'inherit' ? directory.organization.settings.topics_policy : topicsPolicy
    if (policy === 'empty_topic_only') return ''
    const asked = requireTopic(wanted)
    const plain = isNoTopic(asked) ? '' : asked
    return plain === '' && policy === 'disable_empty_topic' ? requireTopic(otherwise) : plain
  }
}

/** Finds the channel that a sender names, if the bot may post there. */
async function postableChannel(
  tx: Tx,
  { caller, directory }: Pick<Call, 'caller' | 'directory'>,
  name: string,
): Promise<ChannelRecord | undefined> {
  const channel = await findChannel(tx.db, directory, caller, name, mayReadChannel)
  return channel && !channel.isArchived && mayPost(directory, caller, channel) ? channel : undefined
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
