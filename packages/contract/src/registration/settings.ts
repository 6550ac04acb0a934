import * as z from 'zod'
import { field } from '../define.ts'
import { userSettingsObject } from '../settings/user-settings.ts'

const choices = {
  emojiset_choices: field(
    z.array(
      z.strictObject({
        key: field(z.string(), 'The value.'),
        text: field(z.string(), 'The name to show.'),
      }),
    ),
    'The values that `emojiset` can have.',
  ),
  available_notification_sounds: field(z.array(z.string()), 'The values that `notification_sound` can have.'),
}

/** The settings' part of the registration response. */
export const settingsRegistration = {
  user_settings: field(
    z
      .strictObject({
        ...userSettingsObject,
        timezone: field(z.string(), 'The IANA time zone of the profile.'),
        ...choices,
      })
      .optional(),
    'The user’s own settings.',
    { since: 89 },
  ),
  realm_user_settings_defaults: field(
    z.strictObject({ ...userSettingsObject, ...choices }).optional(),
    'The settings that new users start with.',
    { since: 95 },
  ),
}
