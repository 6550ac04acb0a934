import type { UserSettingName } from '@tagma/contract/settings/user-settings.ts'
import type { Page } from 'playwright-core'
import {
  escapeLeadsHome,
  go,
  goesAfterForwarding,
  hasNumber,
  hasSum,
  heading,
  inLogo,
  messageIn,
  onRoot,
  places,
  toldToClients,
} from './setting-readings.ts'
import type { World } from './world.ts'

// Effects of one's own settings, for stories that change a setting in one window and look at another one.

/** The effect of a setting in the other window. */
export interface Effect {
  readonly page: 'account-and-privacy' | 'preferences' | 'notifications'
  /** The text of what is chosen, a number, or whether the switch is on. */
  readonly to: string | number | boolean
  /** Reads what the setting decides about. */
  readonly read: (other: Page, world: World) => Promise<unknown>
  readonly before: unknown
  readonly after: unknown
}

/** Where the effect is tested instead: a file of the repository that names the setting. */
export interface TestedIn {
  readonly testedIn: string
}

/** Why there is no effect to test. */
export interface WithoutEffect {
  readonly because: string
}

const onScreen: TestedIn = { testedIn: 'apps/web/test/stories/told-settings.test.ts' }
const onPhoneOrByMail: TestedIn = {
  testedIn: 'apps/server/src/areas/notifications/each-notification-setting.test.ts',
}
const byMail: TestedIn = { testedIn: 'apps/server/src/areas/notifications/notification-mails.test.ts' }
const inOtherWindow: TestedIn = {
  testedIn: 'apps/web/test/stories/settings-seen-by-others.test.ts',
}

/** Each setting of the contract with its effect, with the test that covers it instead, or with the reason for neither. */
export const settingEffects: Readonly<Record<UserSettingName, Effect | TestedIn | WithoutEffect>> = {
  color_scheme: {
    page: 'preferences',
    to: 'Dark',
    read: onRoot((root) => getComputedStyle(root).colorScheme),
    before: 'light dark',
    after: 'dark',
  },
  high_contrast_mode: {
    page: 'preferences',
    to: true,
    read: onRoot((root) => getComputedStyle(root).getPropertyValue('--ink').includes('#000000')),
    before: false,
    after: true,
  },
  web_font_size_px: {
    page: 'preferences',
    to: 20,
    read: onRoot((root) => getComputedStyle(root).fontSize),
    before: '16px',
    after: '20px',
  },
  web_line_height_percent: {
    page: 'preferences',
    to: 200,
    read: onRoot(
      (root) => parseFloat(getComputedStyle(root).lineHeight) / parseFloat(getComputedStyle(root).fontSize),
    ),
    before: 1.4,
    after: 2,
  },
  fluid_layout_width: {
    page: 'preferences',
    to: true,
    read: inLogo((other) =>
      messageIn(other)
        .locator('.message-main')
        .evaluate((text) => getComputedStyle(text).maxInlineSize === 'none'),
    ),
    before: false,
    after: true,
  },
  twenty_four_hour_time: {
    page: 'preferences',
    to: '13:00',
    read: inLogo(async (other) => /[AP]M/.test((await messageIn(other).textContent()) ?? '')),
    before: true,
    after: false,
  },
  emojiset: {
    page: 'preferences',
    to: 'Names, such as :tada:',
    read: inLogo(async (other) => (await messageIn(other).textContent())?.includes(':tada:')),
    before: false,
    after: true,
  },
  display_emoji_reaction_users: {
    page: 'preferences',
    to: false,
    read: inLogo((other) =>
      messageIn(other).getByRole('group', { name: 'Reactions' }).getByText('Otto Lindqvist').count(),
    ),
    before: 1,
    after: 0,
  },
  translate_emoticons: {
    page: 'preferences',
    to: true,
    read: inLogo(async (other) => {
      await other.getByRole('textbox', { name: /^Message / }).fill('Fine :)')
      await other.keyboard.press('Alt+p')
      const preview = other.getByRole('region', { name: 'Preview' }).getByText('Fine')
      await preview.waitFor()
      const text = await preview.textContent()
      await other.keyboard.press('Alt+p')
      return text?.includes(':)')
    }),
    before: true,
    after: false,
  },
  enter_sends: {
    page: 'preferences',
    to: 'Sends the message',
    read: inLogo((other) => other.locator('.editor-hint').textContent()),
    before: 'Ctrl+Enter sends',
    after: 'Enter sends',
  },
  starred_message_counts: {
    page: 'preferences',
    to: false,
    read: (other) => hasNumber(places(other).getByRole('link', { name: /^Starred/ })),
    before: true,
    after: false,
  },
  user_list_style: {
    page: 'preferences',
    to: 'Picture, name and status',
    read: (other) =>
      other.getByRole('complementary', { name: 'People' }).locator('.avatar').count().then(Boolean),
    before: false,
    after: true,
  },
  left_side_userlist: {
    page: 'preferences',
    to: true,
    read: inLogo((other) =>
      other
        .getByRole('button', { name: 'About and people' })
        .first()
        .evaluate((button) => getComputedStyle(button).order),
    ),
    before: '0',
    after: '-1',
  },
  web_home_view: {
    page: 'preferences',
    to: 'Recent',
    read: async (other) => {
      await go(other, '')
      return heading(other, 'Recent').count()
    },
    before: 0,
    after: 1,
  },
  web_escape_navigates_to_home_view: {
    page: 'preferences',
    to: false,
    read: escapeLeadsHome,
    before: true,
    after: false,
  },
  web_channel_default_view: { testedIn: 'apps/web/test/stories/places.test.ts' },
  web_stream_unreads_count_display_policy: {
    page: 'preferences',
    to: 'No channels',
    read: (other) => hasNumber(places(other).getByRole('link', { name: /^engine/ })),
    before: true,
    after: false,
  },
  web_left_sidebar_unreads_count_summary: {
    page: 'preferences',
    to: false,
    read: hasSum,
    before: true,
    after: false,
  },
  web_inbox_show_channel_folders: {
    page: 'preferences',
    to: false,
    read: async (other) => {
      await go(other, '#inbox')
      return other
        .getByRole('region', { name: 'Conversations' })
        .getByRole('heading', { name: 'Product engine' })
        .count()
    },
    before: 1,
    after: 0,
  },
  web_left_sidebar_show_channel_folders: {
    page: 'preferences',
    to: false,
    read: (other) => places(other).getByRole('button', { name: 'Product', exact: true }).count(),
    before: 1,
    after: 0,
  },
  web_animate_image_previews: {
    page: 'preferences',
    to: 'Never',
    read: inLogo((other) => other.locator('img[data-moving]').getAttribute('data-hover')),
    before: 'move',
    after: null,
  },
  web_navigate_to_sent_message: {
    page: 'preferences',
    to: false,
    read: inLogo(goesAfterForwarding),
    before: true,
    after: false,
  },
  desktop_icon_count_display: {
    page: 'notifications',
    to: 'None',
    read: async (other) => /^\(\d+\)/.test(await other.title()),
    before: true,
    after: false,
  },
  email_address_visibility: {
    page: 'account-and-privacy',
    to: 'Nobody',
    read: async (other, { people }) => {
      await go(other, '#settings/profile')
      const card = other.getByRole('group', { name: 'How others see you' })
      return (await card.textContent())?.includes(people.iris.email)
    },
    before: true,
    after: false,
  },
  default_language: { testedIn: 'apps/web/test/stories/languages-and-settings.test.ts' },
  receives_typing_notifications: { testedIn: 'apps/web/test/devices/settings-everywhere.test.ts' },
  web_suggest_update_timezone: { testedIn: 'apps/web/test/devices/settings-everywhere.test.ts' },
  presence_enabled: inOtherWindow,
  send_private_typing_notifications: { testedIn: 'apps/web/test/devices/settings-everywhere.test.ts' },
  send_stream_typing_notifications: { testedIn: 'apps/web/test/devices/settings-everywhere.test.ts' },
  send_read_receipts: inOtherWindow,
  allow_private_data_export: { testedIn: 'apps/web/test/stories/organization-whole.test.ts' },
  enable_drafts_synchronization: { testedIn: 'apps/web/test/stories/drafts.test.ts' },
  web_mark_read_on_scroll_policy: { testedIn: 'apps/web/test/stories/reading-policies.test.ts' },
  demote_inactive_streams: inOtherWindow,
  resolved_topic_notice_auto_read_policy: inOtherWindow,
  automatically_follow_topics_policy: inOtherWindow,
  automatically_follow_topics_where_mentioned: inOtherWindow,
  automatically_unmute_topics_in_muted_streams_policy: inOtherWindow,
  email_notifications_batching_period_seconds: byMail,
  message_content_in_email_notifications: byMail,
  realm_name_in_email_notifications_policy: byMail,
  enable_login_emails: { testedIn: 'apps/server/src/areas/sign-in/tell-of-login.test.ts' },
  enable_digest_emails: { because: 'no such mails exist; it is kept for other clients' },
  enable_marketing_emails: { because: 'no such mails exist; it is kept for other clients' },
  // Nothing here uses one: other clients are told.
  hide_ai_features: {
    page: 'preferences',
    to: true,
    read: async (_other, { people }) => (await toldToClients(people.iris)).user_settings?.hide_ai_features,
    before: false,
    after: true,
  },
  enable_desktop_notifications: onScreen,
  enable_sounds: onScreen,
  enable_offline_push_notifications: onPhoneOrByMail,
  enable_online_push_notifications: onPhoneOrByMail,
  enable_offline_email_notifications: onPhoneOrByMail,
  enable_followed_topic_desktop_notifications: onScreen,
  enable_followed_topic_audible_notifications: onScreen,
  enable_followed_topic_push_notifications: onPhoneOrByMail,
  enable_followed_topic_email_notifications: onPhoneOrByMail,
  enable_followed_topic_wildcard_mentions_notify: onScreen,
  enable_stream_desktop_notifications: onScreen,
  enable_stream_audible_notifications: onScreen,
  enable_stream_push_notifications: onPhoneOrByMail,
  enable_stream_email_notifications: onPhoneOrByMail,
  wildcard_mentions_notify: onScreen,
  notification_sound: onScreen,
  pm_content_in_desktop_notifications: { testedIn: 'apps/web/test/stories/being-told.test.ts' },
}
