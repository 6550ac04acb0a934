import * as z from 'zod'
import { limits } from '../limits.ts'
import { type GroupSetting, languageTag, textUpTo } from '../primitives.ts'
import type { OrganizationPermissionName } from './organization-permissions.ts'
import type { UserSettings } from './user-settings.ts'

interface SettingNotes<T> {
  /** The API cannot change it. */
  readonly readOnly?: true
  /** Only owners may change it. */
  readonly ownersOnly?: true
  /** The value that the word `unlimited` stands for in PATCH /realm. */
  readonly unlimited?: T
}

export interface OrganizationSetting<S extends z.ZodType = z.ZodType> extends SettingNotes<z.output<S>> {
  readonly schema: S
  readonly initial: z.output<S>
  readonly doc: string
  readonly since?: number
}

const setting = <S extends z.ZodType>(
  schema: S,
  initial: z.output<S>,
  doc: string,
  since?: number,
  notes: SettingNotes<z.output<S>> = {},
): OrganizationSetting<S> => ({
  schema,
  initial,
  doc,
  ...(since === undefined ? {} : { since }),
  ...notes,
})

/** Values of `org_type`. */
const organizationTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const

/** The organization's settings except permissions. The registration response calls each `realm_<name>`. */
export const organizationSettings = {
  allow_edit_history: setting(z.boolean(), true, 'Whether earlier versions of messages can be seen.'),
  allow_message_editing: setting(z.boolean(), true, 'Whether messages can be edited.'),
  avatar_changes_disabled: setting(z.boolean(), false, 'Whether only administrators may change pictures.'),
  default_language: setting(languageTag, 'en', 'Language of new accounts, such as `en` or `pt-br`.'),
  digest_emails_enabled: setting(
    z.boolean(),
    false,
    'Whether digests are sent. Kept for clients: this server sends no digests.',
  ),
  disallow_disposable_email_addresses: setting(
    z.boolean(),
    true,
    'Whether disposable email addresses are refused.',
  ),
  email_changes_disabled: setting(
    z.boolean(),
    false,
    'Whether only administrators may change email addresses.',
  ),
  emails_restricted_to_domains: setting(
    z.boolean(),
    false,
    'Whether only addresses of the allowed domains may sign up.',
  ),
  enable_guest_user_indicator: setting(z.boolean(), true, 'Whether guests are marked as such.', 216),
  enable_read_receipts: setting(z.boolean(), true, 'Whether people see who has read a message.', 137),
  enable_spectator_access: setting(z.boolean(), false, 'Whether web-public channels may exist.', 109),
  inline_image_preview: setting(z.boolean(), true, 'Whether images are shown in messages.'),
  inline_url_embed_preview: setting(
    z.boolean(),
    false,
    'Whether links are shown with previews. Needs a server that makes previews: see `server_inline_url_embed_preview`.',
  ),
  domains_without_previews: setting(
    textUpTo(limits.maxDomainsWithoutPreviews),
    '',
    'Domains whose pages get no previews, nor those of their subdomains, separated by spaces or commas. A setting of Tagma; Zulip has none for this.',
  ),
  invite_required: setting(z.boolean(), true, 'Whether joining needs an invitation.', undefined, {
    ownersOnly: true,
  }),
  message_content_allowed_in_email_notifications: setting(
    z.boolean(),
    true,
    'Whether e-mail notifications may quote messages.',
  ),
  message_content_delete_limit_seconds: setting(
    z.int().positive().nullable(),
    600,
    'Seconds during which messages can be deleted; null for no limit.',
    undefined,
    { unlimited: null },
  ),
  message_content_edit_limit_seconds: setting(
    z.int().positive().nullable(),
    600,
    'Seconds during which messages can be edited; null for no limit.',
    undefined,
    { unlimited: null },
  ),
  message_retention_days: setting(
    z.union([z.literal(-1), z.int().positive()]),
    -1,
    'Days before messages are deleted; -1 keeps messages for ever.',
    undefined,
    { ownersOnly: true, unlimited: -1 },
  ),
  moderation_request_channel_id: setting(
    z.int(),
    -1,
    'The private channel that reports of messages go to; -1 when messages cannot be reported.',
    331,
  ),
  move_messages_between_streams_limit_seconds: setting(
    z.int().positive().nullable(),
    604800,
    'Seconds during which messages can be moved to other channels; null for no limit.',
    162,
  ),
  move_messages_within_stream_limit_seconds: setting(
    z.int().positive().nullable(),
    604800,
    'Seconds during which messages can be moved to other topics; null for no limit.',
    162,
  ),
  name_changes_disabled: setting(z.boolean(), false, 'Whether only administrators may change names.'),
  new_stream_announcements_stream_id: setting(
    z.int(),
    -1,
    'Id of the channel that announces new channels; -1 for no announcements.',
    241,
  ),
  presence_disabled: setting(z.boolean(), false, 'Whether presence is switched off.'),
  require_e2ee_push_notifications: setting(
    z.boolean(),
    false,
    'Whether only end-to-end encrypted push notifications carry content.',
    409,
  ),
  require_unique_names: setting(z.boolean(), false, 'Whether full names must be unique.', 246),
  send_welcome_emails: setting(
    z.boolean(),
    true,
    'Whether people whose account is made get a welcome by e-mail.',
  ),
  topics_policy: setting(
    z.enum(['allow_empty_topic', 'disable_empty_topic']),
    'allow_empty_topic',
    'Whether messages may go without a topic.',
    392,
  ),
  waiting_period_threshold: setting(
    z.int().nonnegative(),
    0,
    'Days until a new member becomes a full member.',
    undefined,
    { ownersOnly: true },
  ),
  welcome_message_custom_text: setting(
    textUpTo(limits.maxWelcomeMessageLength),
    '',
    'The message of the welcome bot to newcomers in Markdown. Empty: the built-in text.',
    416,
  ),
  default_avatar_source: setting(
    z.enum(['G', 'J']),
    'G',
    'The source of new accounts’ pictures: `G` Gravatar, `J` drawn by this server (Jdenticon).',
    456,
  ),
  default_code_block_language: setting(
    z.string(),
    '',
    'Default language of code blocks, as Pygments calls it. Empty: no language.',
  ),
  digest_weekday: setting(
    z.int().min(0).max(6),
    1,
    'The day of the week for digests; 0 is Monday. This server sends no digests.',
  ),
  enable_guest_user_dm_warning: setting(
    z.boolean(),
    true,
    'Whether clients warn before direct messages to guests.',
    348,
  ),
  gif_rating_policy: setting(
    z.int().min(0).max(5),
    2,
    'Which GIFs pickers may show: a value of `gif_rating_policy_options`.',
    453,
  ),
  jitsi_server_url: setting(
    z.url({ protocol: /^https?$/ }).nullable(),
    null,
    'The Jitsi server for calls; null for the server’s default.',
    212,
  ),
  media_preview_size: setting(
    z.literal([100, 150, 200]),
    100,
    'Height of previews in messages, in percent of the clients’ default.',
    469,
  ),
  message_edit_history_visibility_policy: setting(
    z.enum(['all', 'moves', 'none']),
    'all',
    'Which earlier versions of messages can be seen.',
    358,
  ),
  org_type: setting(
    z.union(organizationTypes.map((type) => z.literal(type))),
    0,
    'The kind of organization: 0 unspecified, 10 business, 20 open source, 30 and 35 education, 40 research, 50 event, 60 non-profit, 70 government, 80 political, 90 community, 100 personal, 1000 other.',
    128,
  ),
  owner_full_content_access: setting(
    z.boolean(),
    false,
    'Whether owners can read all private messages. Always false on this server.',
    438,
    { readOnly: true },
  ),
  second_factor_grace_days: setting(
    z.int().min(0).max(90),
    7,
    'Days for which members of `second_factor_required_group` may go on without a [second factor](second-factors#ask-everybody-for-one). Only owners may change it. A setting of Tagma; Zulip has none for this.',
    undefined,
    { ownersOnly: true },
  ),
  send_channel_events_messages: setting(
    z.boolean(),
    false,
    'Whether the notification bot notes in a channel that it was created, changed or archived.',
    434,
  ),
  signup_announcements_stream_id: setting(
    z.int(),
    -1,
    'Id of the channel that announces newcomers; -1 for no announcements.',
    241,
  ),
  video_chat_provider: setting(z.int(), 1, 'A value of `realm_available_video_chat_providers`.'),
  want_advertise_in_communities_directory: setting(
    z.boolean(),
    false,
    'Whether the organization wants to be listed in directories of communities.',
    129,
  ),
  zulip_update_announcements_stream_id: setting(
    z.int(),
    -1,
    'Id of the channel for the server’s news, or -1. Kept for clients: this server announces no news.',
    242,
  ),
} as const satisfies Record<string, OrganizationSetting>

export type OrganizationSettingName = keyof typeof organizationSettings
export const organizationSettingNames = Object.keys(organizationSettings) as OrganizationSettingName[]

/** The settings that name a channel; -1 names none. */
export const settingsNamingChannel = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const satisfies readonly OrganizationSettingName[]

export type OrganizationSettings = {
  -readonly [K in OrganizationSettingName]: z.output<(typeof organizationSettings)[K]['schema']>
} & Record<OrganizationPermissionName, GroupSetting> & {
    /** The initial settings of new accounts, if they differ from the built-in ones. */
    user_settings_defaults: Partial<UserSettings>
  }
