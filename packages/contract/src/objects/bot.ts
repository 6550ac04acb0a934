import * as z from 'zod'
import { field } from '../define.ts'

export { botTypes } from '../bot-types.ts'

/** The service of an outgoing webhook, or the configuration of an incoming one. */
export const botService = z.union([
  z.strictObject({
    base_url: field(z.string(), 'The address to call.'),
    interface: field(z.int(), '1 for the generic format, 2 for Slack’s.'),
    token: field(z.string(), 'The secret by which the service recognizes the caller.'),
  }),
  z.strictObject({
    service_name: field(z.string(), 'Name of the integration; empty if none was chosen.'),
    config_data: field(z.record(z.string(), z.string()), 'Its configuration.'),
  }),
])
export type BotService = z.output<typeof botService>

/** A bot as its administrators see it: the fields beyond those of a user. */
export const bot = z.strictObject({
  user_id: field(z.int(), 'Id of the bot.'),
  default_sending_stream: field(z.string().nullable(), 'The channel that the bot posts to by default.'),
  default_events_register_stream: field(
    z.string().nullable(),
    'The channel whose messages the bot receives.',
  ),
  default_all_public_streams: field(
    z.boolean(),
    'Whether the bot receives the messages of all public channels.',
  ),
  services: field(z.array(botService), 'For outgoing and incoming webhooks.'),
})
export type Bot = z.output<typeof bot>
