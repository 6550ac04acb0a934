import type { OrganizationPage } from '@tagma/contract/address.ts'
import type {
  OrganizationSettingName,
  OrganizationSettings,
} from '@tagma/contract/settings/organization-settings.ts'
import type { WordId } from '#words/words.ts'

/** How a setting of the organization is asked for. */
export type OrganizationRow =
  | { readonly kind: 'switch'; readonly name: NamesOf<boolean> }
  | {
      readonly kind: 'choice'
      readonly name: OrganizationSettingName
      readonly choices: readonly Choice[]
    }
  /** A whole number. */
  | {
      readonly kind: 'number'
      readonly name: NamesOf<number>
      readonly least: number
      readonly most: number
    }
  /** One of the services for calls that the server knows. */
  | { readonly kind: 'calls'; readonly name: 'video_chat_provider' }
  /** A time after which something is over, in units of so many seconds; `forever` stands for none. */
  | {
      readonly kind: 'time'
      readonly name: OrganizationSettingName
      readonly unit: 1 | 86_400
      readonly forever: null | -1
    }
  | {
      readonly kind: 'channel'
      readonly name: OrganizationSettingName
      readonly isPrivate?: boolean
    }
  /** A text. `none` is the value that an empty one stands for. */
  | {
      readonly kind: 'text'
      readonly name: NamesOf<string>
      readonly none?: null
    }
  /** The message of the Welcome Bot, with a button that tries it. */
  | { readonly kind: 'welcome'; readonly name: 'welcome_message_custom_text' }

interface Choice {
  readonly value: string | number
  readonly text: WordId
}

interface OrganizationGroup {
  readonly title: WordId
  readonly rows: readonly OrganizationRow[]
}

type NamesOf<V> = {
  [K in OrganizationSettingName]: V extends OrganizationSettings[K] ? K : never
}[OrganizationSettingName]

const switches = (...names: readonly NamesOf<boolean>[]): OrganizationRow[] =>
  names.map((name) => ({ kind: 'switch', name }))

const limit = (name: OrganizationSettingName): OrganizationRow => ({
  kind: 'time',
  name,
  unit: 1,
  forever: null,
})

const choice = (
  name: OrganizationSettingName,
  ...choices: readonly (readonly [value: string | number, text: WordId])[]
): OrganizationRow => ({ kind: 'choice', name, choices: choices.map(([value, text]) => ({ value, text })) })

/** The pages of the organization that have settings of its own. */
export type SettingsPage =
  | Extract<
      OrganizationPage,
      'organization-profile' | 'organization-settings' | 'organization-permissions' | 'auth-methods'
    >
  | 'second-step'

/** Settings that nobody can change here. The reason for that says enough about them. */
export const saysOnlyWhy: ReadonlySet<OrganizationSettingName> = new Set(['owner_full_content_access'])

/** The settings of each page, in the order of the page. */
export const organizationGroups: Readonly<Record<SettingsPage, readonly OrganizationGroup[]>> = {
  'organization-profile': [
    {
      title: 'organization.kind',
      rows: [
        choice(
          'org_type',
          [0, 'organization.type.0'],
          [10, 'organization.type.10'],
          [20, 'organization.type.20'],
          [30, 'organization.type.30'],
          [35, 'organization.type.35'],
          [40, 'organization.type.40'],
          [50, 'organization.type.50'],
          [60, 'organization.type.60'],
          [70, 'organization.type.70'],
          [80, 'organization.type.80'],
          [90, 'organization.type.90'],
          [100, 'organization.type.100'],
          [1000, 'organization.type.1000'],
        ),
        ...switches('want_advertise_in_communities_directory'),
      ],
    },
  ],
  'organization-settings': [
    {
      title: 'organization.messages',
      rows: [
        { kind: 'switch', name: 'allow_message_editing' },
        limit('message_content_edit_limit_seconds'),
        limit('message_content_delete_limit_seconds'),
        limit('move_messages_within_stream_limit_seconds'),
        limit('move_messages_between_streams_limit_seconds'),
        choice(
          'message_edit_history_visibility_policy',
          ['all', 'organization.history.all'],
          ['moves', 'organization.history.moves'],
          ['none', 'organization.history.none'],
        ),
        { kind: 'time', name: 'message_retention_days', unit: 86_400, forever: -1 },
        ...switches('enable_read_receipts'),
        choice(
          'topics_policy',
          ['allow_empty_topic', 'organization.topics.allow'],
          ['disable_empty_topic', 'organization.topics.need'],
        ),
        { kind: 'text', name: 'default_code_block_language' },
      ],
    },
    {
      title: 'organization.pictures',
      rows: [
        ...switches('inline_image_preview'),
        choice(
          'media_preview_size',
          [100, 'organization.size.100'],
          [150, 'organization.size.150'],
          [200, 'organization.size.200'],
        ),
        ...switches('inline_url_embed_preview'),
        { kind: 'text', name: 'domains_without_previews' },
        choice(
          'gif_rating_policy',
          [0, 'organization.gif.0'],
          [1, 'organization.gif.1'],
          [2, 'organization.gif.2'],
          [3, 'organization.gif.3'],
          [4, 'organization.gif.4'],
          [5, 'organization.gif.5'],
        ),
      ],
    },
    {
      title: 'organization.calls',
      rows: [
        { kind: 'calls', name: 'video_chat_provider' },
        { kind: 'text', name: 'jitsi_server_url', none: null },
      ],
    },
    {
      title: 'organization.notices',
      rows: [
        { kind: 'channel', name: 'new_stream_announcements_stream_id' },
        { kind: 'channel', name: 'signup_announcements_stream_id' },
        ...switches('send_channel_events_messages'),
        { kind: 'channel', name: 'moderation_request_channel_id', isPrivate: true },
      ],
    },
    {
      title: 'organization.mails',
      rows: [
        ...switches(
          'message_content_allowed_in_email_notifications',
          'require_e2ee_push_notifications',
          'send_welcome_emails',
        ),
        { kind: 'welcome', name: 'welcome_message_custom_text' },
      ],
    },
    {
      title: 'organization.people',
      rows: [
        { kind: 'switch', name: 'presence_disabled' },
        ...switches(
          'enable_guest_user_indicator',
          'enable_guest_user_dm_warning',
          'require_unique_names',
          'name_changes_disabled',
          'email_changes_disabled',
          'avatar_changes_disabled',
        ),
        choice('default_avatar_source', ['G', 'organization.avatar.G'], ['J', 'organization.avatar.J']),
        choice('default_language', ['en', 'settings.language.en'], ['de', 'settings.language.de']),
        { kind: 'switch', name: 'enable_spectator_access' },
        ...switches('owner_full_content_access'),
      ],
    },
  ],
  'organization-permissions': [
    {
      title: 'organization.waiting',
      rows: [{ kind: 'number', name: 'waiting_period_threshold', least: 0, most: 3650 }],
    },
  ],
  'auth-methods': [
    {
      title: 'organization.joining',
      rows: [
        { kind: 'switch', name: 'invite_required' },
        ...switches('emails_restricted_to_domains', 'disallow_disposable_email_addresses'),
      ],
    },
  ],
  // On the page of `auth-methods`, below who needs one.
  'second-step': [
    {
      title: 'organization.second-step',
      rows: [{ kind: 'number', name: 'second_factor_grace_days', least: 0, most: 90 }],
    },
  ],
}
