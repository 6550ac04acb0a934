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
    'People whom one call may subscribe for each of them to be told.',
    { since: 397 },
  ),
  max_reminder_note_length: field(z.int().optional(), 'Limit of notes of reminders in code points.', {
    since: 415,
  }),
  max_topic_length: field(z.int().optional(), 'Limit of topics in code points.', { since: 53 }),
  max_message_length: field(z.int().optional(), 'Limit of messages in code points.', { since: 53 }),
  realm_empty_topic_display_name: field(
    z.string().optional(),
    'What clients without the capability `empty_topic_name` get for the empty topic.',
    { since: 334 },
  ),
  server_typing_started_expiry_period_milliseconds: field(
    z.int().optional(),
    'When a typing notice has run out.',
    { since: 204 },
  ),
  server_typing_stopped_wait_period_milliseconds: field(
    z.int().optional(),
    'How long a client waits without keys before it sends `stop`.',
    { since: 204 },
  ),
  server_typing_started_wait_period_milliseconds: field(
    z.int().optional(),
    'How often a client repeats `start`.',
    { since: 204 },
  ),
}
