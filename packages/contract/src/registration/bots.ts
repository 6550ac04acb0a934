import * as z from 'zod'
import { field } from '../define.ts'
import { bot } from '../objects/bot.ts'

/** The bots' part of the registration response. */
export const botsRegistration = {
  realm_bots: field(
    z.array(bot).optional(),
    'The bots that the caller administers: their own ones, all for administrators.',
    { changes: [{ level: 474, text: 'Names, keys and pictures are no longer listed.' }] },
  ),
  realm_embedded_bots: field(
    z.array(z.strictObject({ name: z.string(), config: z.record(z.string(), z.string()) })).optional(),
    'The embedded bots that the server has.',
  ),
  realm_incoming_webhook_bots: field(
    z
      .array(
        z.strictObject({
          name: z.string(),
          display_name: z.string(),
          all_event_types: z.array(z.string()).nullable(),
          config: z.record(z.string(), z.string()).optional(),
        }),
      )
      .optional(),
    'The services that incoming webhooks are known for.',
  ),
}
