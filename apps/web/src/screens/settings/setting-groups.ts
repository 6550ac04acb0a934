import type { SettingsPage } from '@tagma/contract/address.ts'
import type { UserSettingName, UserSettings } from '@tagma/contract/settings/user-settings.ts'
import type { WordId } from '#words/words.ts'

/** How a setting is asked for. */
export type SettingRow =
  | { readonly kind: 'switch'; readonly name: NamesOf<boolean>; readonly hasNote?: boolean }
  | {
      readonly kind: 'choice'
      readonly name: UserSettingName
      readonly choices: readonly Choice[]
      readonly hasNote?: boolean
    }
  | {
      readonly kind: 'number'
      readonly name: NamesOf<number>
      readonly least: number
      readonly most: number
      readonly step: number
      readonly hasNote?: boolean
    }

export interface Choice {
  readonly value: string | number | boolean | null
  readonly text: WordId
}

export interface SettingGroup {
  readonly title: WordId
  readonly rows: readonly SettingRow[]
}

/** Settings whose values include these. */
type NamesOf<V> = { [K in UserSettingName]: V extends UserSettings[K] ? K : never }[UserSettingName]

const choice = (
  name: UserSettingName,
  choices: Readonly<Record<string, WordId>>,
  read: (key: string) => Choice['value'] = Number,
): SettingRow => ({
  kind: 'choice',
  name,
  choices: Object.entries(choices).map(([key, text]) => ({ value: read(key), text })),
})

const words = (key: string) => key

const switches = (...names: readonly Extract<SettingRow, { kind: 'switch' }>['name'][]): SettingRow[] =>
  names.map((name) => ({ kind: 'switch', name }))

const topicPolicies = {
  1: 'settings.topic-policy.taking-part',
  2: 'settings.topic-policy.sending',
  3: 'settings.topic-policy.starting',
  4: 'settings.never',
} as const satisfies Record<number, WordId>

/** The settings of each page, in the order of the page. */
export const settingGroups: Partial<Readonly<Record<SettingsPage, readonly SettingGroup[]>>> = {
  profile: [
    {
      title: 'settings.profile.travelling',
      rows: switches('web_suggest_update_timezone'),
    },
  ],
  'account-and-privacy': [
    {
      title: 'settings.privacy',
      rows: [
        choice('email_address_visibility', {
          1: 'settings.visibility.everyone',
          2: 'settings.visibility.members',
          5: 'settings.visibility.moderators',
          3: 'settings.visibility.administrators',
          4: 'settings.visibility.nobody',
        }),
        { kind: 'switch', name: 'presence_enabled', hasNote: true },
        ...switches(
          'send_private_typing_notifications',
          'send_stream_typing_notifications',
          'receives_typing_notifications',
          'send_read_receipts',
        ),
        { kind: 'switch', name: 'allow_private_data_export', hasNote: true },
      ],
    },
  ],
  preferences: [
    {
      title: 'settings.look',
      rows: [
        choice('color_scheme', {
          1: 'settings.scheme.automatic',
          3: 'settings.scheme.light',
          2: 'settings.scheme.dark',
        }),
        { kind: 'switch', name: 'high_contrast_mode' },
        { kind: 'number', name: 'web_font_size_px', least: 12, most: 24, step: 1 },
        { kind: 'number', name: 'web_line_height_percent', least: 100, most: 200, step: 10 },
        { kind: 'switch', name: 'fluid_layout_width' },
        choice('default_language', { en: 'settings.language.en', de: 'settings.language.de' }, words),
        choice(
          'twenty_four_hour_time',
          { null: 'settings.time.language', false: 'settings.time.12', true: 'settings.time.24' },
          (key) => JSON.parse(key) as boolean | null,
        ),
        choice(
          'emojiset',
          {
            google: 'settings.emoji.google',
            twitter: 'settings.emoji.twitter',
            text: 'settings.emoji.text',
          },
          words,
        ),
        ...switches('translate_emoticons', 'display_emoji_reaction_users', 'starred_message_counts'),
        choice('user_list_style', {
          1: 'settings.people.compact',
          2: 'settings.people.status',
          3: 'settings.people.picture',
        }),
        { kind: 'switch', name: 'left_side_userlist' },
        choice(
          'web_animate_image_previews',
          {
            always: 'settings.always',
            on_hover: 'settings.animate.pointer',
            never: 'settings.never',
          },
          words,
        ),
      ],
    },
    {
      title: 'settings.reading',
      rows: [
        choice(
          'web_home_view',
          { inbox: 'places.inbox', recent: 'places.recent', all_messages: 'settings.home.all' },
          words,
        ),
        { kind: 'switch', name: 'web_escape_navigates_to_home_view' },
        choice('web_channel_default_view', {
          1: 'settings.channel-view.top',
          4: 'settings.channel-view.unread',
          3: 'settings.channel-view.list',
          2: 'settings.channel-view.feed',
        }),
        choice('web_mark_read_on_scroll_policy', {
          1: 'settings.always',
          2: 'settings.mark.conversations',
          3: 'settings.never',
        }),
        choice(
          'resolved_topic_notice_auto_read_policy',
          {
            always: 'settings.always',
            except_followed: 'settings.resolved.except-followed',
            never: 'settings.never',
          },
          words,
        ),
      ],
    },
    {
      title: 'settings.writing',
      rows: [
        choice(
          'enter_sends',
          { true: 'settings.enter.sends', false: 'settings.enter.line' },
          (key) => key === 'true',
        ),
        { kind: 'switch', name: 'enable_drafts_synchronization', hasNote: true },
        { kind: 'switch', name: 'web_navigate_to_sent_message' },
      ],
    },
    {
      title: 'settings.places',
      rows: [
        choice('web_stream_unreads_count_display_policy', {
          1: 'settings.counts.all',
          2: 'settings.counts.unmuted',
          3: 'settings.counts.none',
        }),
        ...switches(
          'web_left_sidebar_unreads_count_summary',
          'web_left_sidebar_show_channel_folders',
          'web_inbox_show_channel_folders',
        ),
        choice('demote_inactive_streams', {
          1: 'settings.inactive.many',
          2: 'settings.always',
          3: 'settings.never',
        }),
      ],
    },
    { title: 'settings.other-apps', rows: [{ kind: 'switch', name: 'hide_ai_features', hasNote: true }] },
  ],
  notifications: [
    {
      title: 'settings.screen-and-sound',
      rows: [
        choice(
          'notification_sound',
          {
            zulip: 'settings.sound.zulip',
            ding: 'settings.sound.ding',
            chime: 'settings.sound.chime',
            none: 'settings.sound.none',
          },
          words,
        ),
        { kind: 'switch', name: 'pm_content_in_desktop_notifications' },
        choice('desktop_icon_count_display', {
          1: 'settings.icon.all',
          2: 'settings.icon.followed',
          3: 'settings.icon.direct',
          4: 'settings.icon.none',
        }),
      ],
    },
    {
      title: 'settings.phone-and-mail',
      rows: [
        { kind: 'switch', name: 'enable_online_push_notifications' },
        {
          kind: 'choice',
          name: 'email_notifications_batching_period_seconds',
          choices: [
            { value: 0, text: 'settings.batch.none' },
            { value: 120, text: 'settings.batch.two-minutes' },
            { value: 300, text: 'settings.batch.five-minutes' },
            { value: 900, text: 'settings.batch.quarter' },
            { value: 3600, text: 'settings.batch.hour' },
            { value: 6 * 3600, text: 'settings.batch.six-hours' },
            { value: 24 * 3600, text: 'settings.batch.day' },
            { value: 7 * 24 * 3600, text: 'settings.batch.week' },
          ],
        },
        { kind: 'switch', name: 'message_content_in_email_notifications' },
        choice('realm_name_in_email_notifications_policy', {
          1: 'settings.subject.automatic',
          2: 'settings.always',
          3: 'settings.never',
        }),
        { kind: 'switch', name: 'enable_login_emails' },
      ],
    },
    {
      title: 'settings.topics-by-themselves',
      rows: [
        choice('automatically_follow_topics_policy', topicPolicies),
        choice('automatically_unmute_topics_in_muted_streams_policy', topicPolicies),
        { kind: 'switch', name: 'automatically_follow_topics_where_mentioned' },
      ],
    },
  ],
}

/** The kinds of messages and the ways of telling of them, as a table of settings. */
export const notificationTable = [
  {
    kind: 'settings.told.direct',
    screen: 'enable_desktop_notifications',
    sound: 'enable_sounds',
    phone: 'enable_offline_push_notifications',
    mail: 'enable_offline_email_notifications',
    everybody: 'wildcard_mentions_notify',
  },
  {
    kind: 'settings.told.followed',
    screen: 'enable_followed_topic_desktop_notifications',
    sound: 'enable_followed_topic_audible_notifications',
    phone: 'enable_followed_topic_push_notifications',
    mail: 'enable_followed_topic_email_notifications',
    everybody: 'enable_followed_topic_wildcard_mentions_notify',
  },
  {
    kind: 'settings.told.channels',
    screen: 'enable_stream_desktop_notifications',
    sound: 'enable_stream_audible_notifications',
    phone: 'enable_stream_push_notifications',
    mail: 'enable_stream_email_notifications',
    everybody: undefined,
  },
] as const satisfies readonly Readonly<
  Record<'screen' | 'sound' | 'phone' | 'mail', NamesOf<boolean>> & {
    kind: WordId
    everybody: NamesOf<boolean> | undefined
  }
>[]

/** The ways of the table, in the order of its columns. `everybody`: mentions of everybody count as well. */
export const notificationWays = ['screen', 'sound', 'phone', 'mail', 'everybody'] as const
