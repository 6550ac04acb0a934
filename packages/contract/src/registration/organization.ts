import * as z from 'zod'
import { field } from '../define.ts'
import {
  type OrganizationSetting,
  type OrganizationSettingName,
  organizationSettingNames,
  organizationSettings,
} from '../settings/organization-settings.ts'

type SettingFields = {
  [K in OrganizationSettingName as `realm_${K}`]: z.ZodOptional<(typeof organizationSettings)[K]['schema']>
}

const settingFields = Object.fromEntries(
  organizationSettingNames.map((name) => {
    const { schema, doc, since }: OrganizationSetting = organizationSettings[name]
    return [`realm_${name}`, field(schema.optional(), doc, since === undefined ? {} : { since })]
  }),
) as SettingFields

/** The organization's part of the registration response. */
export const organizationRegistration = {
  ...settingFields,
  max_stream_name_length: field(z.int().optional(), 'Limit of channel names in code points.', { since: 53 }),
  max_stream_description_length: field(z.int().optional(), 'Limit of channel descriptions in code points.', {
    since: 53,
  }),
  max_channel_folder_name_length: field(
    z.int().optional(),
    'Limit of names of channel folders in code points.',
    {
      since: 410,
    },
  ),
  max_channel_folder_description_length: field(
    z.int().optional(),
    'Limit of descriptions of channel folders in code points.',
    { since: 410 },
  ),
  max_bulk_new_subscription_messages: field(
    z.int().optional(),
    'The largest number of people that one call can subscribe and still tell each of them.',
    { since: 397 },
  ),
  max_reminder_note_length: field(z.int().optional(), 'Limit of notes of reminders in code points.', {
    since: 415,
  }),
  max_topic_length: field(z.int().optional(), 'Limit of topics in code points.', { since: 53 }),
  max_message_length: field(z.int().optional(), 'Limit of messages in code points.', { since: 53 }),
  realm_empty_topic_display_name: field(
    z.string().optional(),
    'The name of the empty topic for clients without the capability `empty_topic_name`.',
    { since: 334 },
  ),
  server_typing_started_expiry_period_milliseconds: field(
    z.int().optional(),
    'Milliseconds after which a typing notice expires.',
    { since: 204 },
  ),
  server_typing_stopped_wait_period_milliseconds: field(
    z.int().optional(),
    'Milliseconds without a keystroke after which a client sends `stop`.',
    { since: 204 },
  ),
  server_typing_started_wait_period_milliseconds: field(
    z.int().optional(),
    'Milliseconds between two `start` notices of a client.',
    { since: 204 },
  ),
}
