import * as z from 'zod'
import { event, field } from '../define.ts'
import { bot } from '../objects/bot.ts'

export const realmBotAddEvent = event({
  type: 'realm_bot',
  op: 'add',
  doc: 'A bot that the user administers came into being, or became theirs. For administrators and the owner.',
  fields: { bot: field(bot, 'The bot.') },
  example: { type: 'realm_bot', op: 'add', bot: { user_id: 36, services: [] }, id: 65546 },
})

export const realmBotUpdateEvent = event({
  type: 'realm_bot',
  op: 'update',
  doc: 'The configuration of a bot changed. For administrators and the owner.',
  fields: {
    bot: field(
      z.strictObject({ ...bot.partial().shape, user_id: bot.shape.user_id }),
      'Id of the bot and what changed.',
    ),
  },
  example: {
    type: 'realm_bot',
    op: 'update',
    bot: { user_id: 36, default_sending_stream: 'design' },
    id: 65547,
  },
})

export const realmBotDeleteEvent = event({
  type: 'realm_bot',
  op: 'delete',
  doc: 'A bot belongs to somebody else now. For the old owner.',
  fields: { bot: field(z.strictObject({ user_id: field(z.int(), 'Id of the bot.') }), 'The bot.') },
  example: { type: 'realm_bot', op: 'delete', bot: { user_id: 36 }, id: 65548 },
})
