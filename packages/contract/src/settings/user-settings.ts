import * as z from 'zod'
import { type Change, either, field, json, type Parameter } from '../define.ts'
import { languageTag } from '../primitives.ts'

export interface UserSetting<S extends z.ZodType = z.ZodType> {
  readonly schema: S
  /** The initial value for new accounts, unless the organization sets a default. */
  readonly initial: z.output<S>
  readonly doc: string
  readonly since?: number
  readonly changes?: readonly Change[]
  /** `text` for settings that clients send raw, `json` for all others. */
  readonly encoding: 'text' | 'json'
}

const flag = (initial: boolean, doc: string, since?: number): UserSetting<z.ZodBoolean> => ({
  schema: z.boolean(),
  initial,
  doc,
  encoding: 'json',
  ...(since === undefined ? {} : { since }),
})

/** A setting that is one of a few numbers; the documentation says what each means. */
function oneOf<const N extends number>(
  initial: NoInfer<N>,
  choices: Readonly<Record<N, string>>,
  doc: string,
  since?: number,
) {
  const numbers = Object.keys(choices).map(Number) as N[]
  return {
    schema: z.union(numbers.map((number) => z.literal(number))) as unknown as z.ZodType<N>,
    initial,
    doc: `${doc} ${numbers.map((number) => `${number}: ${choices[number]}`).join('; ')}.`,
    encoding: 'json' as const,
    ...(since === undefined ? {} : { since }),
  }
}

const word = <const W extends string>(
  initial: NoInfer<W>,
  choices: readonly W[],
  doc: string,
  since?: number,
) => ({
  schema: z.enum(choices) as unknown as z.ZodType<W>,
  initial,
  doc,
  encoding: 'text' as const,
  ...(since === undefined ? {} : { since }),
})

const whole = (initial: number, minimum: number, maximum: number, doc: string, since?: number) => ({
  schema: z.int().min(minimum).max(maximum),
  initial,
  doc,
  encoding: 'json' as const,
  ...(since === undefined ? {} : { since }),
})

const topicPolicy = {
  1: 'when the user takes part',
  2: 'when the user sends a message',
  3: 'when the user starts the topic',
  4: 'never',
} as const

/** The values of `email_address_visibility`: the people who may see a user's real email address. */
export const emailVisibilities = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const

/** When subjects of e-mail notifications name the organization; `realm_name_in_email_notifications_policy`. */
export const subjectNaming = { automatic: 1, always: 2, never: 3 } as const

/** The sounds that clients can play; `none` is silence. */
export const notificationSounds = ['zulip', 'ding', 'chime', 'none'] as const

/** The personal settings that have organization-wide defaults. */
export const userSettings = {
  starred_message_counts: flag(true, 'Whether to show how many messages are starred.'),
  receives_typing_notifications: flag(true, 'Whether the user sees when others are typing.', 253),
  web_suggest_update_timezone: flag(
    true,
    'Whether to offer a change of the time zone if the device has another.',
    329,
  ),
  fluid_layout_width: flag(false, 'Whether to use the whole width of the window.'),
  high_contrast_mode: flag(false, 'Reserved for a display with more contrast.'),
  web_mark_read_on_scroll_policy: oneOf(
    1,
    { 1: 'always', 2: 'only in conversation views', 3: 'never' },
    'Whether scrolling marks messages as read.',
    175,
  ),
  web_channel_default_view: oneOf(
    1,
    { 1: 'top topic', 2: 'channel feed', 3: 'list of topics', 4: 'top unread topic' },
    'What a click on a channel opens.',
    269,
  ),
  web_font_size_px: whole(16, 8, 48, 'Font size in pixels.', 245),
  web_line_height_percent: whole(140, 100, 250, 'Line height in percent; 120 means 1.2.', 245),
  color_scheme: oneOf(1, { 1: 'automatic', 2: 'dark', 3: 'light' }, 'Colors.'),
  enable_drafts_synchronization: flag(
    true,
    'Whether drafts are saved on the server. Switching this off deletes the saved drafts.',
    87,
  ),
  translate_emoticons: flag(false, 'Whether emoticons become emoji in what the user sends.'),
  display_emoji_reaction_users: flag(true, 'Whether small groups of reactions show names.', 125),
  default_language: {
    schema: languageTag,
    initial: 'en',
    doc: 'Language of the interface, such as `en` or `pt-br`.',
    encoding: 'text',
  },
  web_home_view: {
    ...word('inbox', ['recent', 'inbox', 'all_messages'], 'The first view.'),
    changes: [{ level: 454, text: '`recent` replaces `recent_topics`.' }],
  },
  web_escape_navigates_to_home_view: flag(true, 'Whether Escape leads to the home view.', 107),
  left_side_userlist: flag(false, 'Whether narrow windows show the user list on the left.'),
  emojiset: word('google', ['google', 'twitter', 'text'], 'The style of emoji.'),
  demote_inactive_streams: oneOf(
    1,
    { 1: 'automatic', 2: 'always', 3: 'never' },
    'Whether inactive channels move down in the list.',
  ),
  user_list_style: oneOf(
    2,
    { 1: 'compact', 2: 'with status', 3: 'with avatar and status' },
    'The style of the user list.',
    141,
  ),
  web_animate_image_previews: word(
    'on_hover',
    ['always', 'on_hover', 'never'],
    'When animated images play.',
    275,
  ),
  web_stream_unreads_count_display_policy: oneOf(
    2,
    { 1: 'all channels', 2: 'unmuted channels and topics', 3: 'no channels' },
    'Where unread counts are shown.',
    210,
  ),
  hide_ai_features: flag(false, 'Whether features that use language models are hidden.', 350),
  web_inbox_show_channel_folders: flag(true, 'Whether the inbox groups channels by folder.', 431),
  web_left_sidebar_show_channel_folders: flag(true, 'Whether the sidebar groups channels by folder.', 411),
  web_left_sidebar_unreads_count_summary: flag(true, 'Whether the sidebar adds up unread counts.', 398),
  twenty_four_hour_time: {
    schema: z.boolean().nullable(),
    initial: null,
    doc: 'Whether times use 24 hours; null follows the language.',
    encoding: 'json',
  },
  web_navigate_to_sent_message: flag(true, 'Whether sending a message opens its conversation.', 268),
  enter_sends: flag(false, 'Whether Enter sends.'),
  enable_stream_desktop_notifications: flag(false, 'Desktop notifications for channel messages.'),
  enable_stream_email_notifications: flag(false, 'E-mail notifications for channel messages.'),
  enable_stream_push_notifications: flag(false, 'Mobile notifications for channel messages.'),
  enable_stream_audible_notifications: flag(false, 'Sounds for channel messages.'),
  notification_sound: word('zulip', notificationSounds, 'The sound of notifications.'),
  enable_desktop_notifications: flag(true, 'Desktop notifications for direct messages and mentions.'),
  enable_sounds: flag(true, 'Sounds for direct messages and mentions.'),
  enable_followed_topic_desktop_notifications: flag(true, 'Desktop notifications for followed topics.', 189),
  enable_followed_topic_email_notifications: flag(true, 'E-mail notifications for followed topics.', 189),
  enable_followed_topic_push_notifications: flag(true, 'Mobile notifications for followed topics.', 189),
  enable_followed_topic_audible_notifications: flag(true, 'Sounds for followed topics.', 189),
  email_notifications_batching_period_seconds: whole(
    120,
    0,
    7 * 24 * 3600,
    'Seconds that e-mail notifications wait, so that one mail can hold several.',
    82,
  ),
  enable_offline_email_notifications: flag(
    true,
    'E-mail notifications for direct messages and mentions received while away.',
  ),
  enable_offline_push_notifications: flag(
    true,
    'Mobile notifications for direct messages and mentions received while away.',
  ),
  enable_online_push_notifications: flag(true, 'Mobile notifications even while online.'),
  enable_digest_emails: flag(true, 'Digest e-mails. Kept for clients: this server sends no digests.'),
  enable_marketing_emails: flag(
    true,
    'News about the product by e-mail. Kept for clients: this server sends none.',
  ),
  enable_login_emails: flag(
    true,
    'E-mail when somebody signs in as the user with a [device or from a network that is new](security#mails-about-your-account).',
  ),
  message_content_in_email_notifications: flag(true, 'Whether e-mail notifications quote messages.'),
  pm_content_in_desktop_notifications: flag(true, 'Whether desktop notifications quote direct messages.'),
  wildcard_mentions_notify: flag(true, 'Whether mentions of everybody notify like personal ones.'),
  enable_followed_topic_wildcard_mentions_notify: flag(
    true,
    'Whether mentions of everybody notify in followed topics.',
    189,
  ),
  desktop_icon_count_display: oneOf(
    1,
    {
      1: 'all unread messages',
      2: 'direct messages, mentions and followed topics',
      3: 'direct messages and mentions',
      4: 'nothing',
    },
    'The number that the icon shows.',
  ),
  realm_name_in_email_notifications_policy: oneOf(
    subjectNaming.automatic,
    {
      [subjectNaming.automatic]: 'automatic',
      [subjectNaming.always]: 'always',
      [subjectNaming.never]: 'never',
    },
    'Whether subjects of e-mail notifications name the organization. Automatic: only if the address has accounts in several organizations.',
    168,
  ),
  automatically_follow_topics_policy: oneOf(
    3,
    topicPolicy,
    'The actions that make the user follow a topic.',
    214,
  ),
  automatically_unmute_topics_in_muted_streams_policy: oneOf(
    2,
    topicPolicy,
    'The actions that unmute a topic in a muted channel.',
    214,
  ),
  automatically_follow_topics_where_mentioned: flag(
    true,
    'Whether a mention makes the user follow the topic.',
    235,
  ),
  resolved_topic_notice_auto_read_policy: word(
    'except_followed',
    ['always', 'except_followed', 'never'],
    'Which notices of resolved topics are marked as read.',
    385,
  ),
  presence_enabled: flag(true, 'Whether others see when the user is online. False is invisible mode.'),
  send_private_typing_notifications: flag(true, 'Whether others see the user typing direct messages.'),
  send_stream_typing_notifications: flag(true, 'Whether others see the user typing channel messages.'),
  send_read_receipts: flag(true, 'Whether others see what the user has read.'),
  allow_private_data_export: flag(false, 'Whether administrators may export the user’s private data.', 293),
  email_address_visibility: oneOf(
    emailVisibilities.everyone,
    {
      [emailVisibilities.everyone]: 'everyone',
      [emailVisibilities.members]: 'members',
      [emailVisibilities.administrators]: 'administrators',
      [emailVisibilities.nobody]: 'nobody',
      [emailVisibilities.moderators]: 'moderators',
    },
    'Who may see the user’s real email address.',
    163,
  ),
} as const satisfies Record<string, UserSetting>

export type UserSettingName = keyof typeof userSettings
export type UserSettings = { -readonly [K in UserSettingName]: z.output<(typeof userSettings)[K]['schema']> }

/** The kinds of emoji that `emojiset` can have, and their names for people. */
export const emojisetChoices = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const

export const userSettingNames = Object.keys(userSettings) as UserSettingName[]

/** The settings of a new account in an organization that changed no default. */
export const initialUserSettings = Object.fromEntries(
  userSettingNames.map((name) => [name, userSettings[name].initial]),
) as unknown as UserSettings

type SettingParameters = {
  readonly [K in UserSettingName]: Parameter<z.ZodOptional<(typeof userSettings)[K]['schema']>>
}

/** The settings as optional parameters of a call. */
export const userSettingParameters = Object.fromEntries(
  userSettingNames.map((name) => {
    const setting: UserSetting = userSettings[name]
    const { since, changes } = setting
    // Some clients send words raw, others send them as JSON.
    const declare = setting.encoding === 'text' ? either : json
    return [
      name,
      declare(setting.schema.optional(), setting.doc, {
        ...(since === undefined ? {} : { since }),
        ...(changes === undefined ? {} : { changes }),
      }),
    ]
  }),
) as SettingParameters

/** The settings that nobody can change for other, existing users. Level 444. */
export const ownChoices: ReadonlySet<UserSettingName> = new Set<UserSettingName>([
  'allow_private_data_export',
  'email_address_visibility',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'presence_enabled',
  'send_private_typing_notifications',
  'send_read_receipts',
  'send_stream_typing_notifications',
])

/** The settings that have no organization-wide default. */
const personalNames = [
  'default_language',
  'enable_marketing_emails',
  'enable_login_emails',
  'allow_private_data_export',
] as const satisfies readonly UserSettingName[]

/** The settings that have an organization-wide default. */
export type DefaultSettingName = Exclude<UserSettingName, (typeof personalNames)[number]>
export const defaultSettingNames = userSettingNames.filter(
  (name) => !(personalNames as readonly string[]).includes(name),
) as DefaultSettingName[]

/** These settings as optional parameters of a call. */
export const defaultSettingParameters = Object.fromEntries(
  defaultSettingNames.map((name) => [name, userSettingParameters[name]]),
) as Pick<SettingParameters, DefaultSettingName>

/** All settings as the registration response lists them. */
export const userSettingsObject = Object.fromEntries(
  userSettingNames.map((name) => [name, field(userSettings[name].schema, userSettings[name].doc)]),
) as { readonly [K in UserSettingName]: (typeof userSettings)[K]['schema'] }
