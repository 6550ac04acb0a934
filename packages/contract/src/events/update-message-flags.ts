import * as z from 'zod'
import { event, field } from '../define.ts'
import { messageFlags } from '../objects/message.ts'

const fields = {
  flag: field(z.enum(messageFlags), 'The flag that changed.'),
  messages: field(z.array(z.int()), 'Ids of the messages, ascending.'),
  all: field(z.boolean(), 'Always false: all messages that were read are listed.', { deprecated: 1 }),
  operation: field(z.enum(['add', 'remove']), 'The same as `op`.', { deprecated: 32 }),
}

export const updateMessageFlagsAddEvent = event({
  type: 'update_message_flags',
  op: 'add',
  doc: 'Flags were added to messages of the user.',
  fields,
  example: {
    type: 'update_message_flags',
    op: 'add',
    operation: 'add',
    flag: 'read',
    messages: [31, 32],
    all: false,
    id: 65536,
  },
})

/** The parts of a message that a client needs to count it as unread again. */
export const messageDetails = z.strictObject({
  type: field(z.enum(['stream', 'private']), 'Kind of the message.'),
  mentioned: field(z.literal(true).optional(), 'Present if the message mentions the user.'),
  user_ids: field(z.array(z.int()).optional(), 'The other participants of a direct message.'),
  stream_id: field(z.int().optional(), 'Id of the channel.'),
  topic: field(z.string().optional(), 'The topic.'),
  unmuted_stream_msg: field(z.boolean().optional(), 'Whether the conversation of the message is unmuted.', {
    deprecated: 1,
  }),
})

export const updateMessageFlagsRemoveEvent = event({
  type: 'update_message_flags',
  op: 'remove',
  doc: 'Flags were removed from messages of the user.',
  fields: {
    ...fields,
    message_details: field(
      z.record(z.string(), messageDetails).optional(),
      'For the flag `read`: the messages that are unread again, keyed by message id.',
      { since: 121 },
    ),
  },
  example: {
    type: 'update_message_flags',
    op: 'remove',
    operation: 'remove',
    flag: 'starred',
    messages: [31],
    all: false,
    id: 65536,
  },
})
