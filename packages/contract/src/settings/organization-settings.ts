import * as z from 'zod'
import { limits } from '../limits.ts'
import { type GroupSetting, textUpTo } from '../primitives.ts'
import type { UserSettings } from './user-settings.ts'

/** The groups that every organization has, most privileged first. Members of one belong to those after it, `role:nobody` apart. */
export const systemGroups = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const
export type SystemGroup = (typeof systemGroups)[number]

export interface OrganizationPermission {
  /** The system group that a new organization starts with. */
  readonly initial: SystemGroup
  readonly doc: string
  readonly since: number
  /** System groups that the setting cannot have. */
  readonly forbidden?: readonly SystemGroup[]
  /** Only system groups are allowed. */
  readonly systemGroupsOnly?: boolean
  /** Only owners may change it. */
  readonly ownersOnly?: boolean
}

/** The organization's permissions: each names a group, and the API calls them `realm_<name>` in the registration response. */
export const organizationPermissions = {
  can_access_all_users_group: {
    initial: 'role:everyone',
    doc: 'Who may see all users.',
    since: 225,
    systemGroupsOnly: true,
    forbidden: [
      'role:internet',
      'role:nobody',
      'role:owners',
      'role:administrators',
      'role:moderators',
      'role:fullmembers',
    ],
  },
  can_add_custom_emoji_group: {
    initial: 'role:members',
    doc: 'Who may add custom emoji.',
    since: 307,
    forbidden: ['role:internet', 'role:everyone'],
  },
  can_add_subscribers_group: {
    initial: 'role:members',
    doc: 'Who may subscribe others to channels.',
    since: 341,
    forbidden: ['role:internet'],
  },
  can_create_bots_group: {
    initial: 'role:members',
    doc: 'Who may make bots of any kind.',
    since: 344,
    forbidden: ['role:internet', 'role:everyone'],
  },
  can_create_groups: {
    initial: 'role:members',
    doc: 'Who may create user groups.',
    since: 299,
    forbidden: ['role:internet', 'role:everyone'],
    ownersOnly: true,
  },
  can_create_private_channel_group: {
    initial: 'role:members',
    doc: 'Who may create private channels.',
    since: 266,
    forbidden: ['role:internet', 'role:everyone'],
  },
  can_create_public_channel_group: {
    initial: 'role:members',
    doc: 'Who may create public channels.',
    since: 264,
    forbidden: ['role:internet', 'role:everyone'],
  },
  can_create_web_public_channel_group: {
    initial: 'role:owners',
    doc: 'Who may create web-public channels.',
    since: 280,
    systemGroupsOnly: true,
    forbidden: ['role:internet', 'role:everyone', 'role:members', 'role:fullmembers'],
  },
  can_create_write_only_bots_group: {
    initial: 'role:members',
    doc: 'Who may make bots that can only send.',
    since: 344,
    forbidden: ['role:internet', 'role:everyone'],
  },
  can_delete_any_message_group: {
    initial: 'role:administrators',
    doc: 'Who may delete any message.',
    since: 281,
    forbidden: ['role:internet', 'role:everyone'],
  },
  can_delete_own_message_group: {
    initial: 'role:everyone',
    doc: 'Who may delete their own messages.',
    since: 291,
    forbidden: ['role:internet'],
  },
  can_invite_users_group: {
    initial: 'role:members',
    doc: 'Who may invite people by email.',
    since: 321,
    forbidden: ['role:internet', 'role:everyone'],
    ownersOnly: true,
  },
  can_manage_all_groups: {
    initial: 'role:owners',
    doc: 'Who may manage all user groups.',
    since: 305,
    forbidden: ['role:internet', 'role:everyone'],
    ownersOnly: true,
  },
  can_manage_billing_group: {
    initial: 'role:administrators',
    doc: 'Who may manage plans; there are none here.',
    since: 363,
    forbidden: ['role:internet', 'role:everyone'],
  },
  can_mention_many_users_group: {
    initial: 'role:administrators',
    doc: 'Who may mention everybody in large channels and topics.',
    since: 352,
    forbidden: ['role:internet'],
  },
  can_move_messages_between_channels_group: {
    initial: 'role:members',
    doc: 'Who may move messages to other channels.',
    since: 310,
    forbidden: ['role:internet', 'role:everyone'],
  },
  can_move_messages_between_topics_group: {
    initial: 'role:everyone',
    doc: 'Who may move messages to other topics.',
    since: 316,
    forbidden: ['role:internet'],
  },
  can_resolve_topics_group: {
    initial: 'role:everyone',
    doc: 'Who may resolve topics.',
    since: 367,
    forbidden: ['role:internet'],
  },
  can_set_delete_message_policy_group: {
    initial: 'role:moderators',
    doc: 'Who may set who deletes messages in a channel.',
    since: 407,
    forbidden: ['role:internet'],
  },
  can_set_topics_policy_group: {
    initial: 'role:members',
    doc: 'Who may set topics policies of channels.',
    since: 392,
    forbidden: ['role:internet'],
  },
  can_summarize_topics_group: {
    initial: 'role:everyone',
    doc: 'Who may have topics summed up.',
    since: 350,
    forbidden: ['role:internet'],
  },
  create_multiuse_invite_group: {
    initial: 'role:administrators',
    doc: 'Who may create reusable invitation links.',
    since: 209,
    forbidden: ['role:internet', 'role:everyone'],
    ownersOnly: true,
  },
  direct_message_initiator_group: {
    initial: 'role:everyone',
    doc: 'Who may start direct message conversations.',
    since: 270,
    forbidden: ['role:internet'],
  },
  direct_message_permission_group: {
    initial: 'role:everyone',
    doc: 'Who may take part in direct messages.',
    since: 270,
    forbidden: ['role:internet'],
  },
} as const satisfies Record<string, OrganizationPermission>

export type OrganizationPermissionName = keyof typeof organizationPermissions
export const organizationPermissionNames = Object.keys(
  organizationPermissions,
) as OrganizationPermissionName[]

interface SettingNotes<T> {
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

/** The organization's settings that are no permissions. In the registration response each is `realm_<name>`. */
export const organizationSettings = {
  allow_edit_history: setting(z.boolean(), true, 'Whether earlier versions of messages can be seen.'),
  allow_message_editing: setting(z.boolean(), true, 'Whether messages can be edited.'),
  avatar_changes_disabled: setting(z.boolean(), false, 'Whether only administrators may change pictures.'),
  default_language: setting(z.string(), 'en', 'Language of new accounts and of notices.'),
  digest_emails_enabled: setting(z.boolean(), false, 'Whether digests are sent.'),
  disallow_disposable_email_addresses: setting(
    z.boolean(),
    true,
    'Whether throw-away email addresses are refused.',
  ),
  email_changes_disabled: setting(
    z.boolean(),
    false,
    'Whether only administrators may change email addresses.',
  ),
  emails_restricted_to_domains: setting(z.boolean(), false, 'Whether only the allowed domains may sign up.'),
  enable_guest_user_indicator: setting(z.boolean(), true, 'Whether guests are marked as such.', 216),
  enable_read_receipts: setting(z.boolean(), true, 'Whether people see who has read a message.', 137),
  enable_spectator_access: setting(z.boolean(), false, 'Whether web-public channels may exist.', 109),
  inline_image_preview: setting(z.boolean(), true, 'Whether images are shown in messages.'),
  inline_url_embed_preview: setting(z.boolean(), false, 'Whether links are shown with previews.'),
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
    'Seconds in which messages can be deleted; null: any time.',
    undefined,
    { unlimited: null },
  ),
  message_content_edit_limit_seconds: setting(
    z.int().positive().nullable(),
    600,
    'Seconds in which messages can be edited; null: any time.',
    undefined,
    { unlimited: null },
  ),
  message_retention_days: setting(
    z.union([z.literal(-1), z.int().positive()]),
    -1,
    'Days before messages are deleted; -1 keeps them for ever.',
    undefined,
    { ownersOnly: true, unlimited: -1 },
  ),
  moderation_request_channel_id: setting(
    z.int(),
    -1,
    'The channel that reports of messages go to; -1 when messages cannot be reported.',
    331,
  ),
  move_messages_between_streams_limit_seconds: setting(
    z.int().positive().nullable(),
    604800,
    'Seconds in which messages can be moved to other channels; null: any time.',
    162,
  ),
  move_messages_within_stream_limit_seconds: setting(
    z.int().positive().nullable(),
    604800,
    'Seconds in which messages can be moved to other topics; null: any time.',
    162,
  ),
  name_changes_disabled: setting(z.boolean(), false, 'Whether only administrators may change names.'),
  new_stream_announcements_stream_id: setting(
    z.int(),
    -1,
    'Id of the channel in which new channels are announced; -1 announces none.',
    241,
  ),
  presence_disabled: setting(z.boolean(), false, 'Whether presence is switched off.'),
  require_e2ee_push_notifications: setting(
    z.boolean(),
    false,
    'Whether push notifications carry content only end-to-end encrypted.',
    409,
  ),
  require_unique_names: setting(z.boolean(), false, 'Whether full names must be unique.', 246),
  send_welcome_emails: setting(z.boolean(), true, 'Whether newcomers get a welcome by e-mail.'),
  topics_policy: setting(
    z.enum(['allow_empty_topic', 'disable_empty_topic']),
    'allow_empty_topic',
    'Whether messages may go without a topic.',
    392,
  ),
  waiting_period_threshold: setting(
    z.int().nonnegative(),
    0,
    'Days after which a new member is a full member.',
    undefined,
    { ownersOnly: true },
  ),
  welcome_message_custom_text: setting(
    textUpTo(limits.maxWelcomeMessageLength),
    '',
    'What the welcome bot tells newcomers, Markdown; empty for the built-in text.',
    416,
  ),
  default_code_block_language: setting(
    z.string(),
    '',
    'Language of code blocks that name none, as Pygments calls it; empty for none.',
  ),
  digest_weekday: setting(z.int().min(0).max(6), 1, 'The day on which digests are sent; 0 is Monday.'),
  enable_guest_user_dm_warning: setting(
    z.boolean(),
    true,
    'Whether clients warn of direct messages to guests.',
    348,
  ),
  giphy_rating: setting(
    z.int().min(0).max(5),
    0,
    'Which GIFs GIPHY may show: a value of `giphy_rating_options`.',
  ),
  jitsi_server_url: setting(
    z.url({ protocol: /^https?$/ }).nullable(),
    null,
    'Jitsi server for calls; null for that of the server.',
    212,
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
    'What kind of organization it is: 0 unspecified, 10 business, 20 open source, 30 and 35 education, 40 research, 50 event, 60 non-profit, 70 government, 80 political, 90 community, 100 personal, 1000 other.',
    128,
  ),
  owner_full_content_access: setting(
    z.boolean(),
    false,
    'Whether owners can read all private channels.',
    438,
  ),
  send_channel_events_messages: setting(
    z.boolean(),
    true,
    'Whether changes of channels are noted in them by a message.',
  ),
  signup_announcements_stream_id: setting(
    z.int(),
    -1,
    'The channel in which newcomers are announced; -1 for none.',
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
    'The channel in which news of the software are announced; -1 for none.',
    242,
  ),
} as const satisfies Record<string, OrganizationSetting>

export type OrganizationSettingName = keyof typeof organizationSettings
export const organizationSettingNames = Object.keys(organizationSettings) as OrganizationSettingName[]

export type OrganizationSettings = {
  -readonly [K in OrganizationSettingName]: z.output<(typeof organizationSettings)[K]['schema']>
} & Record<OrganizationPermissionName, GroupSetting> & {
    /** What new accounts start with, where it differs from the built-in settings. */
    user_settings_defaults: Partial<UserSettings>
  }
