import * as z from 'zod'
import { event, field } from '../define.ts'
import { bot } from '../objects/bot.ts'

export const realmBotAddEvent = event({
  type: 'realm_bot',
  op: 'add',
  doc: 'The user now administers a bot: it was created or got a new owner. Sent to administrators and the owner.',
  fields: { bot: field(bot, 'The bot.') },
  example: { type: 'realm_bot', op: 'add', bot: { user_id: 36, services: [] }, id: 65546 },
})

export const realmBotUpdateEvent = event({
  type: 'realm_bot',
  op: 'update',
  doc: 'The configuration of a bot changed. Sent to administrators and the owner.',
  fields: {
    bot: field(
      z.strictObject({ ...bot.partial().shape, user_id: bot.shape.user_id }),
      'Id of the bot, and the changed properties.',
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
  doc: 'A bot got a new owner. Sent to the old owner.',
  fields: { bot: field(z.strictObject({ user_id: field(z.int(), 'Id of the bot.') }), 'The bot.') },
  example: { type: 'realm_bot', op: 'delete', bot: { user_id: 36 }, id: 65548 },
})
