import { deleteMessage as deleteEndpoint } from '@tagma/contract/endpoints/messages/delete-message.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { sendMessage as sendEndpoint } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessageFlagsForNarrow } from '@tagma/contract/endpoints/messages/update-message-flags-for-narrow.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { addReaction as addEndpoint } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { removeReaction } from '@tagma/contract/endpoints/reactions/remove-reaction.ts'
import { createScheduledMessage } from '@tagma/contract/endpoints/scheduled/create-scheduled-message.ts'
import * as z from 'zod'
import { subscribersOf } from '#store/channels/subscriptions.ts'
import { shownMessage, time } from '../shown-fields.ts'
import { timeOf, type ToolUse } from '../tool-use.ts'
import { answersOf, parametersOf, tool } from '../tool.ts'

/** People who may be notified without a question to the agent's person. */
const fewPeople = 15

const to = z
  .union([
    z.object({ channel: z.string(), topic: z.string() }),
    z.object({ people: z.array(z.string()).min(1) }),
  ])
  .describe('A topic of a channel, or people for a direct message: names, email addresses or ids.')

type To = z.output<typeof to>

async function destinationOf(use: ToolUse, place: To) {
  if ('people' in place)
    return { type: 'direct' as const, to: (await use.people(place.people)).map(({ id }) => id) }
  return { type: 'channel' as const, to: (await use.channel(place.channel)).id, topic: place.topic }
}

/** Mentions of many: of everybody in a place, and of groups. */
const mentionsMany = /@\*\*(all|everyone|channel|stream|topic)\*\*|@\*[^*]/

/** Says how many people a message would notify, if they are many. */
async function crowdOf(use: ToolUse, place: To, content: string): Promise<string | undefined> {
  if ('people' in place)
    return place.people.length > fewPeople
      ? `Sends a direct message to ${place.people.length} people.`
      : undefined
  if (!mentionsMany.test(content)) return undefined
  const { id, name } = await use.channel(place.channel)
  const subscribers = (await subscribersOf(use.services.data.db, [id])).get(id)?.length ?? 0
  return subscribers > fewPeople
    ? `Sends a message to #${name} > ${place.topic} that may notify ${subscribers} people.`
    : undefined
}

/** The answer of a tool about one message. */
const aboutMessage = z.object({ id: shownMessage.shape.id })

export const sendMessageTool = tool({
  name: 'send_message',
  title: 'Send a message',
  description:
    'Sends a message in your name. Pictures of other servers are shown as links. Answers the id of the message.',
  calls: [sendEndpoint],
  input: z.object({ to, ...parametersOf(sendEndpoint, ['content']) }),
  asks: (use, args) => crowdOf(use, args.to, args.content),
  output: z.object(answersOf(sendEndpoint, ['id'])),
  async run(use, args) {
    const { id } = await use.call(sendEndpoint, {
      ...(await destinationOf(use, args.to)),
      content: args.content,
      read_by_sender: false,
    })
    return { id }
  },
})

export const scheduleMessageTool = tool({
  name: 'schedule_message',
  title: 'Send a message later',
  description: 'Has a message sent in your name at a time. Answers the id of the scheduled message.',
  calls: [createScheduledMessage],
  input: z.object({
    to,
    ...parametersOf(createScheduledMessage, ['content']),
    at: z.iso.datetime({ offset: true }).describe('The time of sending, ISO 8601.'),
  }),
  asks: (use, args) => crowdOf(use, args.to, args.content),
  output: z.object({ ...answersOf(createScheduledMessage, ['scheduled_message_id']), at: time }),
  async run(use, args) {
    const at = Math.floor(Date.parse(args.at) / 1000)
    const { scheduled_message_id } = await use.call(createScheduledMessage, {
      ...(await destinationOf(use, args.to)),
      content: args.content,
      scheduled_delivery_timestamp: at,
    })
    return { scheduled_message_id, at: timeOf(at) }
  },
})

export const editMessageTool = tool({
  name: 'edit_message',
  title: 'Edit a message',
  description: 'Replaces the content of a message of yours.',
  calls: [updateMessage],
  input: z.object({
    ...parametersOf(updateMessage, ['message_id']),
    content: z.string().describe(updateMessage.params.content.doc),
  }),
  output: aboutMessage,
  async run(use, { message_id, content }) {
    use.touched.messages.push(message_id)
    await use.call(updateMessage, { message_id, content })
    return { id: message_id }
  },
})

export const addReactionTool = tool({
  name: 'add_reaction',
  title: 'React to a message',
  description: 'Adds a reaction of yours to a message, or takes it back.',
  calls: [addEndpoint, removeReaction],
  input: z.object({
    ...parametersOf(addEndpoint, ['message_id', 'emoji_name']),
    remove: z.boolean().default(false).describe('True takes the reaction back.'),
  }),
  output: aboutMessage,
  async run(use, { message_id, emoji_name, remove }) {
    use.touched.messages.push(message_id)
    await (remove
      ? use.call(removeReaction, { message_id, emoji_name })
      : use.call(addEndpoint, { message_id, emoji_name }))
    return { id: message_id }
  },
})

export const markReadTool = tool({
  name: 'mark_read',
  title: 'Mark messages as read',
  description: 'Marks your unread messages of a channel, a topic or a direct conversation as read.',
  calls: [updateMessageFlagsForNarrow],
  input: z.object({
    place: z.union([
      z.object({ channel: z.string(), topic: z.string().optional() }),
      z.object({ people: z.array(z.string()).min(1) }),
    ]),
  }),
  output: z.object({
    marked: updateMessageFlagsForNarrow.returns.updated_count,
    is_complete: updateMessageFlagsForNarrow.returns.found_newest,
  }),
  async run(use, { place }) {
    const narrow =
      'people' in place
        ? [{ operator: 'dm', operand: (await use.people(place.people)).map(({ id }) => id) }]
        : [
            { operator: 'channel', operand: (await use.channel(place.channel)).id },
            ...(place.topic === undefined ? [] : [{ operator: 'topic', operand: place.topic }]),
          ]
    const { updated_count, found_newest } = await use.call(updateMessageFlagsForNarrow, {
      anchor: 'first_unread',
      num_before: 0,
      num_after: 5000,
      narrow,
      op: 'add',
      flag: 'read',
    })
    return { marked: updated_count, is_complete: found_newest }
  },
})

export const deleteMessageTool = tool({
  name: 'delete_message',
  title: 'Delete a message',
  description: 'Deletes a message for everybody, for good. A person is asked first.',
  calls: [deleteEndpoint, getMessages],
  destroys: true,
  input: z.object(parametersOf(deleteEndpoint, ['message_id'])),
  async asks(use, { message_id }) {
    const { messages } = await use.call(getMessages, { message_ids: [message_id], apply_markdown: false })
    const [message] = messages
    if (!message) return undefined
    const beginning = message.content.replaceAll(/\s+/g, ' ').slice(0, 80)
    return `Deletes the message ${message_id} by ${message.sender_full_name} for everybody, for good: ${JSON.stringify(beginning)}`
  },
  output: aboutMessage,
  async run(use, { message_id }) {
    use.touched.messages.push(message_id)
    await use.call(deleteEndpoint, { message_id })
    return { id: message_id }
  },
})
