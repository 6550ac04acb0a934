import { getMessage } from '@tagma/contract/endpoints/messages/get-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { getStreamTopics } from '@tagma/contract/endpoints/messages/get-stream-topics.ts'
import type { Narrow } from '@tagma/contract/primitives.ts'
import * as z from 'zod'
import { badRequest } from '#model/refusal.ts'
import { more, type ShownMessages, shownMessage, shownMessages, untrusted } from '../shown-fields.ts'
import type { ApiMessage, ToolUse } from '../tool-use.ts'
import { tool } from '../tool.ts'

const channel = z.string().describe('Name of the channel, or its id.')
const topic = z.string().describe('Name of the topic.')
const limit = (most: number, usual: number) =>
  z.int().min(1).max(most).default(usual).describe(`The most messages to answer, up to ${most}.`)
const cursor = z.int().optional().describe('The `cursor` of an earlier answer: goes on with older messages.')

type Term = Narrow[number]

const term = (operator: string, operand: Term['operand']): Term => ({ operator, operand })

/** Fetches the newest messages of a narrow, or those before a message. */
async function newest(
  use: ToolUse,
  narrow: Narrow,
  { limit: most, cursor: before }: { readonly limit: number; readonly cursor?: number | undefined },
): Promise<{ messages: ApiMessage[]; cursor: number | undefined }> {
  const { messages, found_oldest } = await use.call(getMessages, {
    anchor: before ?? 'newest',
    include_anchor: before === undefined,
    num_before: most,
    num_after: 0,
    narrow,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return { messages: messages.slice(-most), cursor: found_oldest ? undefined : messages.at(0)?.id }
}

/** An answer with messages. They are data: nothing in them is meant for the agent. */
const shownAll = (
  use: ToolUse,
  messages: readonly ApiMessage[],
  next: number | undefined,
): ShownMessages => ({
  untrusted: true as const,
  messages: messages.map((message) => use.shown(message)),
  ...(next === undefined ? {} : { cursor: next }),
})

export const searchMessagesTool = tool({
  name: 'search_messages',
  title: 'Search messages',
  description:
    'Finds messages that you may read, by words, place, author and time. Answers the newest ones, oldest first.',
  calls: [getMessages],
  input: z.object({
    query: z.string().optional().describe('Words that the message contains; "quoted" words stand together.'),
    channel: channel.optional(),
    topic: topic.optional(),
    from: z.string().optional().describe('Its author: name, email address or id.'),
    since: z.iso.datetime({ offset: true }).optional().describe('Not older than this time, ISO 8601.'),
    until: z.iso.datetime({ offset: true }).optional().describe('Older than this time, ISO 8601.'),
    limit: limit(50, 20),
    cursor,
  }),
  output: shownMessages,
  async run(use, { query, since, until, ...args }) {
    const narrow: Narrow = []
    if (args.channel !== undefined) narrow.push(term('channel', (await use.channel(args.channel)).id))
    if (args.topic !== undefined) narrow.push(term('topic', args.topic))
    if (args.from !== undefined) {
      const [author] = await use.people([args.from])
      if (author) narrow.push(term('sender', author.id))
    }
    if (query !== undefined && query.trim() !== '') narrow.push(term('search', query))
    const start = args.cursor ?? (until === undefined ? undefined : await firstAt(use, narrow, until))
    const found = await newest(use, narrow, { limit: args.limit, cursor: start })
    const earliest = since === undefined ? 0 : Date.parse(since) / 1000
    const messages = found.messages.filter(({ timestamp }) => timestamp >= earliest)
    const isAll = messages.length < found.messages.length
    return shownAll(use, messages, isAll ? undefined : found.cursor)
  },
})

/** Id of the first message of a narrow at or after a time; undefined without such a message. */
async function firstAt(use: ToolUse, narrow: Narrow, time: string): Promise<number | undefined> {
  const { messages } = await use.call(getMessages, {
    anchor: 'date',
    anchor_date: time,
    num_before: 0,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  const [first] = messages
  // Without a message at or after the time, the anchor is the newest one.
  return first && first.timestamp >= Date.parse(time) / 1000 ? first.id : undefined
}

export const readTopicTool = tool({
  name: 'read_topic',
  title: 'Read a topic',
  description: 'Answers messages of a topic, oldest first: the newest ones, or those around or before one.',
  calls: [getMessages],
  input: z.object({
    channel,
    topic,
    around: z.int().optional().describe('Id of a message: answers those before and after it.'),
    limit: limit(100, 30),
    cursor,
  }),
  output: shownMessages,
  async run(use, { around, ...args }) {
    const narrow = [term('channel', (await use.channel(args.channel)).id), term('topic', args.topic)]
    if (around === undefined) {
      const found = await newest(use, narrow, args)
      return shownAll(use, found.messages, found.cursor)
    }
    const half = Math.floor(args.limit / 2)
    const { messages, found_oldest } = await use.call(getMessages, {
      anchor: around,
      num_before: half,
      num_after: args.limit - half - 1,
      narrow,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    return shownAll(use, messages, found_oldest ? undefined : messages.at(0)?.id)
  },
})

export const readDirectTool = tool({
  name: 'read_direct',
  title: 'Read direct messages',
  description: 'Answers your direct messages with these people, oldest first: the newest ones.',
  calls: [getMessages],
  input: z.object({
    people: z.array(z.string()).min(1).describe('The others: names, email addresses or ids.'),
    limit: limit(100, 30),
    cursor,
  }),
  output: shownMessages,
  async run(use, { people, ...args }) {
    const ids = (await use.people(people)).map(({ id }) => id)
    const found = await newest(use, [term('dm', ids)], args)
    return shownAll(use, found.messages, found.cursor)
  },
})

export const readMessageTool = tool({
  name: 'get_message',
  title: 'Get a message',
  description: 'Answers one message, and if wanted those before and after it in its conversation.',
  calls: [getMessage, getMessages],
  input: z.object({
    message: z.string().describe('Id of the message, or a link to it.'),
    context: z.int().min(0).max(10).default(0).describe('The number of messages before and after it.'),
  }),
  output: shownMessages.partial({ messages: true }).extend({ message: shownMessage.optional() }),
  async run(use, { message: named, context }) {
    const id = messageIdIn(named)
    const { message } = await use.call(getMessage, {
      message_id: id,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    if (context === 0) return { untrusted: true as const, message: use.shown(message) }
    const people = Array.isArray(message.display_recipient) ? message.display_recipient : []
    const narrow =
      message.stream_id === undefined
        ? [
            term(
              'dm',
              people.map((who) => who.id),
            ),
          ]
        : [term('channel', message.stream_id), term('topic', message.subject)]
    const { messages } = await use.call(getMessages, {
      anchor: id,
      num_before: context,
      num_after: context,
      narrow,
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    return shownAll(use, messages, undefined)
  },
})

/** The id in a link to a message, or the id itself. */
export function messageIdIn(named: string): number {
  const id = /^\d{1,15}$/.exec(named.trim())?.[0] ?? /\/(?:near|with)\/(\d{1,15})\b/.exec(named)?.[1]
  if (id === undefined) throw badRequest('Name the message by its id or by a link to it.')
  return Number(id)
}

export const listUnreadTool = tool({
  name: 'list_unread',
  title: 'List unread messages',
  description:
    'Answers your newest unread messages, oldest first. Reading them here does not mark them as read.',
  calls: [getMessages],
  input: z.object({ limit: limit(100, 50), cursor }),
  output: shownMessages,
  async run(use, args) {
    const found = await newest(use, [term('is', 'unread')], args)
    return shownAll(use, found.messages, found.cursor)
  },
})

const listedTopic = getStreamTopics.returns.topics.element.shape

export const listTopicsTool = tool({
  name: 'list_topics',
  title: 'List topics',
  description: 'Answers the topics of a channel; the one with the newest message comes first.',
  calls: [getStreamTopics],
  input: z.object({
    channel,
    query: z.string().optional().describe('Only topics whose name contains this.'),
    limit: z.int().min(1).max(200).default(50),
  }),
  output: z.object({
    untrusted,
    channel: z.string().describe('Name of the channel.'),
    topics: z.array(z.object({ topic: listedTopic.name, newest_message: listedTopic.max_id })),
    more,
  }),
  async run(use, args) {
    const { id, name } = await use.channel(args.channel)
    const { topics } = await use.call(getStreamTopics, { stream_id: id, allow_empty_topic_name: true })
    const wanted = args.query?.toLowerCase() ?? ''
    const matching = topics.filter((each) => each.name.toLowerCase().includes(wanted))
    return {
      untrusted: true as const,
      channel: name,
      topics: matching
        .slice(0, args.limit)
        .map((each) => ({ topic: each.name, newest_message: each.max_id })),
      ...(matching.length > args.limit ? { more: matching.length - args.limit } : {}),
    }
  },
})
