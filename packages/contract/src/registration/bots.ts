import * as z from 'zod'
import { field } from '../define.ts'
import { botCommand } from '../objects/bot-command.ts'
import { bot } from '../objects/bot.ts'

const webhookOption = {
  key: field(z.string(), 'Identifies the option.'),
  label: field(z.string(), 'The name to show.'),
}

/** The bots' part of the registration response. */
export const botsRegistration = {
  realm_bots: field(
    z.array(bot).optional(),
    'The bots that the caller administers. For administrators: all bots.',
    { changes: [{ level: 474, text: 'Names, keys and pictures are no longer listed.' }] },
  ),
  realm_embedded_bots: field(
    z
      .array(
        z.strictObject({
          name: field(z.string(), 'Name of the bot.'),
          config: field(z.record(z.string(), z.string()), 'The settings, with their initial values.'),
        }),
      )
      .optional(),
    'The embedded bots of the server.',
  ),
  realm_incoming_webhook_bots: field(
    z
      .array(
        z.strictObject({
          name: field(z.string(), 'Identifies the service.'),
          display_name: field(z.string(), 'Name to show.'),
          all_event_types: field(
            z.array(z.string()).nullable(),
            'The events to choose from; null without a choice.',
          ),
          config_options: field(
            z.array(
              z.strictObject({
                ...webhookOption,
                validator: field(z.string(), 'The name of the check that validates a value.'),
              }),
            ),
            'The settings to configure when the bot is created.',
            { since: 318 },
          ),
          url_options: field(
            z.array(
              z.strictObject({
                ...webhookOption,
                input_type: field(z.string(), 'The kind of input field for a value.', { since: 485 }),
              }),
            ),
            'The parameters that can be added to the service’s address.',
            { since: 403 },
          ),
        }),
      )
      .optional(),
    'The services with an incoming webhook.',
  ),
  tagma_commands: field(
    z
      .array(
        z.strictObject({
          user_id: field(z.int(), 'Id of the bot.'),
          commands: field(z.array(botCommand), 'Its commands, by name.'),
        }),
      )
      .optional(),
    'The bots that have commands. Only for clients with the capability `tagma_commands`; Zulip has none.',
  ),
}
