import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { resolvedPrefix } from '@tagma/rules/topics.ts'
import * as z from 'zod'
import { badRequest } from '#model/refusal.ts'
import { shownMessage } from '../shown-fields.ts'
import type { ToolUse } from '../tool-use.ts'
import { tool } from '../tool.ts'

/** Messages that may be moved without a question to the agent's person. */
const fewMessages = 20

const channel = z.string().describe('Name of the channel, or its id.')
const topic = z.string().describe('Name of the topic.')

/** The newest message of a topic, and how many there are: as many as are counted. */
async function topicIn(use: ToolUse, named: { readonly channel: string; readonly topic: string }) {
  const place = await use.channel(named.channel)
  const { messages } = await use.call(getMessages, {
    anchor: 'newest',
    num_before: fewMessages + 1,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: place.id },
      { operator: 'topic', operand: named.topic },
    ],
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  const newest = messages.at(-1)
  if (!newest)
    throw badRequest(
      `There is no topic ${named.topic} in #${place.name}. The tool list_topics lists its topics.`,
    )
  return { place, newest, isLarge: messages.length > fewMessages }
}

export const moveTopicTool = tool({
  name: 'move_topic',
  title: 'Move a topic',
  description:
    'Moves all messages of a topic to another name or channel. A person is asked before more than 20 are moved.',
  calls: [updateMessage, getMessages],
  input: z.object({
    channel,
    topic,
    to: z
      .object({ channel: channel.optional(), topic: topic.optional() })
      .refine((place) => place.channel !== undefined || place.topic !== undefined, {
        error: 'Name a channel or a topic to move to.',
      }),
  }),
  async asks(use, args) {
    const { place, isLarge } = await topicIn(use, args)
    const where = `#${args.to.channel ?? place.name} > ${args.to.topic ?? args.topic}`
    return isLarge
      ? `Moves all messages of #${place.name} > ${args.topic}, more than ${fewMessages}, to ${where}.`
      : undefined
  },
  output: z.object({ message: shownMessage.shape.id }),
  async run(use, args) {
    const { newest } = await topicIn(use, args)
    const target = args.to.channel === undefined ? undefined : await use.channel(args.to.channel)
    await use.call(updateMessage, {
      message_id: newest.id,
      propagate_mode: 'change_all',
      ...(args.to.topic === undefined ? {} : { topic: args.to.topic }),
      ...(target && { stream_id: target.id }),
    })
    return { message: newest.id }
  },
})

export const resolveTopicTool = tool({
  name: 'resolve_topic',
  title: 'Resolve a topic',
  description: 'Marks a topic as resolved, or as open again. Its name gets or loses a check mark.',
  calls: [updateMessage, getMessages],
  input: z.object({ channel, topic, resolved: z.boolean().default(true) }),
  output: z.object({ topic: z.string().describe('Name of the topic from now on.') }),
  async run(use, args) {
    const isResolved = args.topic.startsWith(resolvedPrefix)
    if (isResolved === args.resolved)
      throw badRequest(`The topic ${args.topic} is ${isResolved ? 'resolved' : 'open'} already.`)
    const name = args.resolved ? resolvedPrefix + args.topic : args.topic.slice(resolvedPrefix.length)
    const { newest } = await topicIn(use, args)
    await use.call(updateMessage, { message_id: newest.id, topic: name, propagate_mode: 'change_all' })
    return { topic: name }
  },
})
