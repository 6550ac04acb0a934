import type { Endpoint } from '@tagma/contract/define.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { updateRealmUserSettingsDefaults } from '@tagma/contract/endpoints/settings/update-realm-user-settings-defaults.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { initialUserSettings, userSettingNames } from '@tagma/contract/settings/user-settings.ts'
import { expect, test } from 'vitest'
import { type Account, type TestApp, testApp } from '#test/app.ts'

// Rows of the specification of PATCH /realm/user_settings_defaults: allowed and forbidden values of each setting.

const flags =
  `starred_message_counts receives_typing_notifications web_suggest_update_timezone fluid_layout_width
  high_contrast_mode enable_drafts_synchronization translate_emoticons display_emoji_reaction_users
  web_escape_navigates_to_home_view left_side_userlist hide_ai_features web_inbox_show_channel_folders
  web_left_sidebar_show_channel_folders web_left_sidebar_unreads_count_summary enable_stream_desktop_notifications
  enable_stream_email_notifications enable_stream_push_notifications enable_stream_audible_notifications
  enable_desktop_notifications enable_sounds enable_followed_topic_desktop_notifications
  enable_followed_topic_email_notifications enable_followed_topic_push_notifications
  enable_followed_topic_audible_notifications enable_offline_email_notifications enable_offline_push_notifications
  enable_online_push_notifications enable_digest_emails message_content_in_email_notifications
  pm_content_in_desktop_notifications wildcard_mentions_notify`.split(/\s+/)

const rows: readonly (readonly [name: string, allowed: readonly unknown[], refused: readonly unknown[]])[] = [
  ...flags.map((name) => [name, [true, false], [2, 'yes']] as const),
  ['web_mark_read_on_scroll_policy', [1, 2, 3], [0, 4, 'never']],
  ['web_channel_default_view', [1, 2, 3, 4], [0, 5]],
  ['web_font_size_px', [14, 16, 20], [0, 16.5, 'large']],
  ['web_line_height_percent', [100, 120, 140], [0, 122.5, 'tall']],
  ['color_scheme', [1, 2, 3], [0, 4]],
  ['web_home_view', ['recent', 'inbox', 'all_messages'], ['recent_topics', '']],
  ['emojiset', ['google', 'twitter', 'text'], ['apple', 'google-blob']],
  ['demote_inactive_streams', [1, 2, 3], [0, 4]],
  ['user_list_style', [1, 2, 3], [0, 4]],
  ['web_animate_image_previews', ['always', 'on_hover', 'never'], ['sometimes', '']],
  ['web_stream_unreads_count_display_policy', [1, 2, 3], [0, 4]],
  ['notification_sound', ['zulip', 'ding', 'chime', 'none'], ['gong', '']],
  ['email_notifications_batching_period_seconds', [0, 120, 604_800], [-1, 604_801, 1.5]],
]

async function settingsOf(t: TestApp, user: Account): Promise<Record<string, unknown>> {
  const { user_settings } = await t.as(user).call(registerQueue, { fetch_event_types: ['user_settings'] })
  return user_settings ?? {}
}

async function defaultsOf(t: TestApp, user: Account): Promise<Record<string, unknown>> {
  const answer = await t.as(user).call(registerQueue, { fetch_event_types: ['realm_user_settings_defaults'] })
  return answer.realm_user_settings_defaults ?? {}
}

const places: readonly [string, Endpoint, typeof settingsOf][] = [
  ['PATCH /settings', updateSettings, settingsOf],
  ['PATCH /realm/user_settings_defaults', updateRealmUserSettingsDefaults, defaultsOf],
]

test.each(places)('%s takes each value of the specification and no other', async (_, endpoint, read) => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  const client = t.as(administrator)
  for (const [name, allowed, refused] of rows) {
    for (const value of allowed) {
      await client.call(endpoint, { [name]: value })
      expect(await read(t, administrator)).toMatchObject({ [name]: value })
    }
    for (const value of refused)
      expect(await client.refusal(endpoint, { [name]: value }), `${name} ${String(value)}`).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        message: expect.stringContaining(name),
      })
    expect(await read(t, administrator)).toMatchObject({ [name]: allowed.at(-1) })
  }
})

test('every setting of the specification exists, and starts with an allowed value', () => {
  const names: readonly string[] = userSettingNames
  const initial: Readonly<Record<string, unknown>> = initialUserSettings
  for (const [name, allowed] of rows) {
    expect(names).toContain(name)
    expect(allowed).toContain(initial[name])
  }
})
