import * as z from 'zod'
import { field } from '../define.ts'

/** What a bot is for; `bot_type` of users. Incoming webhooks can send messages and do nothing else. */
export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** What an outgoing webhook calls, or what an embedded bot is configured with. */
export const botService = z.union([
  z.strictObject({
    base_url: field(z.string(), 'Address that is called.'),
    interface: field(z.int(), '1 for the generic format, 2 for Slack’s.'),
    token: field(z.string(), 'Secret that the called service recognizes the caller by.'),
  }),
  z.strictObject({
    service_name: field(z.string(), 'Name of the embedded bot.'),
    config_data: field(z.record(z.string(), z.string()), 'Its configuration.'),
  }),
])
export type BotService = z.output<typeof botService>

/** What those who administer a bot know of it beyond what it is as a user. */
export const bot = z.strictObject({
  user_id: field(z.int(), 'Id of the bot.'),
  default_sending_stream: field(z.string().nullable(), 'Channel that it sends to where it names none.'),
  default_events_register_stream: field(z.string().nullable(), 'Channel whose messages it gets.'),
  default_all_public_streams: field(z.boolean(), 'Whether it gets the messages of all public channels.'),
  services: field(z.array(botService), 'For outgoing webhooks and embedded bots.'),
})
export type Bot = z.output<typeof bot>
