import * as z from 'zod'
import { event, field } from '../define.ts'
import { givenCommand } from '../objects/bot-command.ts'

const place = {
  stream_id: field(z.int().optional(), 'Id of the channel; not for direct messages.'),
  topic: field(z.string().optional(), 'The topic; not for direct messages.'),
  user_ids: field(z.array(z.int()).optional(), 'For direct messages: ids of all who take part.'),
}

export const tagmaCommandEvent = event({
  type: 'tagma_command',
  doc: 'Somebody gave a bot a command: they sent a message that begins with `/` and its name. Only the bot gets it. An event of Tagma.',
  fields: {
    message_id: field(z.int(), 'Id of the message.'),
    user_id: field(z.int(), 'Id of the person who gave the command.'),
    command: field(givenCommand, 'The command.'),
    ...place,
  },
  example: {
    type: 'tagma_command',
    message_id: 31,
    user_id: 10,
    command: { name: 'deploy', text: 'main', options: { branch: 'main' } },
    stream_id: 3,
    topic: 'releases',
    id: 65536,
  },
})

export const tagmaActionEvent = event({
  type: 'tagma_action',
  doc: 'Somebody pressed a button of a bot’s message that has an `action`. Only the bot gets it. An event of Tagma.',
  fields: {
    message_id: field(z.int(), 'Id of the message.'),
    user_id: field(z.int(), 'Id of the person who pressed it.'),
    action: field(z.string(), 'The action of the button.'),
    ...place,
  },
  example: {
    type: 'tagma_action',
    message_id: 32,
    user_id: 10,
    action: 'approve 7',
    stream_id: 3,
    topic: 'releases',
    id: 65537,
  },
})
