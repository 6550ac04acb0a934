import * as z from 'zod'
import { field } from '../define.ts'
import { bot } from '../objects/bot.ts'

const webhookOption = {
  key: field(z.string(), 'Identifies the option.'),
  label: field(z.string(), 'What to show for it.'),
}

/** The bots' part of the registration response. */
export const botsRegistration = {
  realm_bots: field(
    z.array(bot).optional(),
    'The bots that the caller administers: their own ones, all for administrators.',
    { changes: [{ level: 474, text: 'Names, keys and pictures are no longer listed.' }] },
  ),
  realm_embedded_bots: field(
    z
      .array(
        z.strictObject({
          name: field(z.string(), 'Name of the bot.'),
          config: field(z.record(z.string(), z.string()), 'Its settings with their initial values.'),
        }),
      )
      .optional(),
    'The embedded bots that the server has.',
  ),
  realm_incoming_webhook_bots: field(
    z
      .array(
        z.strictObject({
          name: field(z.string(), 'Identifies the service.'),
          display_name: field(z.string(), 'Name to show.'),
          all_event_types: field(
            z.array(z.string()).nullable(),
            'The events that can be chosen from; null where there is no choice.',
          ),
          config_options: field(
            z.array(
              z.strictObject({
                ...webhookOption,
                validator: field(z.string(), 'Name of the check that a value has to pass.'),
              }),
            ),
            'What can be configured when the bot is made.',
            { since: 318 },
          ),
          url_options: field(
            z.array(
              z.strictObject({
                ...webhookOption,
                input_type: field(z.string(), 'Kind of input to ask for a value with.', { since: 485 }),
              }),
            ),
            'What can be added to the address that the service calls.',
            { since: 403 },
          ),
        }),
      )
      .optional(),
    'The services that incoming webhooks are known for.',
  ),
}
