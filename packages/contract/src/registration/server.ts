import * as z from 'zod'
import { field } from '../define.ts'
import { groupSetting } from '../primitives.ts'
import {
  type OrganizationPermission,
  type OrganizationPermissionName,
  organizationPermissionNames,
  organizationPermissions,
} from '../settings/organization-permissions.ts'

const permissionFields = Object.fromEntries(
  organizationPermissionNames.map((name) => {
    const { doc, since }: OrganizationPermission = organizationPermissions[name]
    return [`realm_${name}`, field(groupSetting.optional(), doc, since === undefined ? {} : { since })]
  }),
) as { [K in OrganizationPermissionName as `realm_${K}`]: z.ZodOptional<typeof groupSetting> }

const choice = z.strictObject({
  name: field(z.string(), 'Name to show.'),
  id: field(z.int(), 'The value of the setting.'),
})
const option = (of: string) => field(z.boolean().optional(), of)
const whole = (of: string, since?: number) =>
  field(z.int().optional(), of, since === undefined ? {} : { since })
const text = (of: string, since?: number) =>
  field(z.string().optional(), of, since === undefined ? {} : { since })

/** The organization and the server as a whole, in the registration response. */
export const serverRegistration = {
  ...permissionFields,
  realm_name: text('Name of the organization.'),
  realm_description: text('The description of the organization in Markdown.'),
  realm_url: text('Address of the organization.', 257),
  realm_uri: field(z.string().optional(), 'The same as `realm_url`.', { deprecated: 257 }),
  realm_uuid: text('An id of the organization that is unique among all servers.', 466),
  realm_bot_domain: text('The domain of bots’ email addresses.'),
  realm_date_created: whole('The time when the organization was created, in UNIX seconds.', 203),
  realm_plan_type: whole('Always 1: the server is self-hosted.'),
  realm_icon_url: text('Address of the organization’s icon.'),
  realm_icon_source: text('`U` for an uploaded icon, `G` for the built-in one.'),
  max_icon_file_size_mib: whole('Limit of uploaded icons in MiB.', 72),
  realm_logo_url: text('Address of the wide logo.'),
  realm_logo_source: text('`U` for an uploaded logo, `D` for the built-in one.'),
  realm_night_logo_url: text('Address of the wide logo for dark backgrounds.'),
  realm_night_logo_source: text('`U` for an uploaded logo, `D` for the built-in one.'),
  max_logo_file_size_mib: whole('Limit of uploaded logos in MiB.', 72),
  demo_organization_scheduled_deletion_date: whole(
    'When a demo organization is deleted, UNIX seconds; missing for others.',
    94,
  ),
  realm_mandatory_topics: field(z.boolean().optional(), 'Whether messages need a topic.', {
    deprecated: 392,
  }),
  realm_wildcard_mention_policy: field(
    z.int().optional(),
    'Who may mention everybody. The number nearest to `realm_can_mention_many_users_group`.',
    { deprecated: 352 },
  ),
  realm_create_public_stream_policy: field(
    z.int().optional(),
    'Who may create public channels. The number nearest to `realm_can_create_public_channel_group`.',
    { deprecated: 264 },
  ),
  realm_create_private_stream_policy: field(
    z.int().optional(),
    'Who may create private channels. The number nearest to `realm_can_create_private_channel_group`.',
    { deprecated: 266 },
  ),
  realm_create_web_public_stream_policy: field(
    z.int().optional(),
    'Who may create web-public channels. The number nearest to `realm_can_create_web_public_channel_group`.',
    { deprecated: 280 },
  ),
  realm_delete_own_message_policy: field(
    z.int().optional(),
    'Who may delete their own messages. The number nearest to `realm_can_delete_own_message_group`.',
    { deprecated: 291 },
  ),
  realm_authentication_methods: field(
    z
      .record(
        z.string(),
        z.strictObject({
          enabled: field(z.boolean(), 'Whether the organization has switched it on.'),
          available: field(z.boolean(), 'Whether the server is set up for it.'),
          unavailable_reason: field(
            z.string().optional(),
            'Why it is not available, for people. Only where it is not.',
          ),
        }),
      )
      .optional(),
    'The sign-in methods. Each says if it is switched on, and if it could be.',
  ),
  realm_email_auth_enabled: option('Whether people can sign in with email address and password.'),
  realm_password_auth_enabled: option('Whether people can sign in with a password of any kind.'),
  realm_push_notifications_enabled: option('Whether mobile notifications can be sent.'),
  realm_push_notifications_enabled_end_timestamp: field(
    z.int().nullable().optional(),
    'The time when they will end, in UNIX seconds; null if no end is planned.',
    { since: 231 },
  ),
  realm_upload_quota_mib: field(
    z.int().nullable().optional(),
    'The storage for all uploads in MiB; null for no limit.',
  ),
  realm_available_video_chat_providers: field(
    z.record(z.string(), choice).optional(),
    'The video call providers that the organization can choose from.',
  ),
  jitsi_server_url: field(z.string().nullable().optional(), 'The Jitsi server in use; null without one.', {
    deprecated: 212,
  }),
  server_jitsi_server_url: field(
    z.string().nullable().optional(),
    'The Jitsi server of organizations that choose none.',
    { since: 212 },
  ),
  giphy_api_key: text(
    'The key for GIPHY; empty without one, and where this server shows no pictures of other servers.',
    47,
  ),
  tenor_api_key: text(
    'The key for Tenor; empty without one, and where this server shows no pictures of other servers.',
    442,
  ),
  klipy_api_key: text(
    'The key for KLIPY; empty without one, and where this server shows no pictures of other servers.',
    486,
  ),
  gif_rating_policy_options: field(
    z.record(z.string(), choice).optional(),
    'The values of `realm_gif_rating_policy`.',
    { since: 453 },
  ),
  has_zoom_token: option('Whether the user has connected Zoom. Always false.'),
  has_webex_token: field(z.boolean().optional(), 'Whether the user has connected Webex.', {
    since: 493,
  }),
  realm_default_stream_groups: field(
    z.array(z.json()).optional(),
    'Groups of default channels. Always empty.',
  ),
  stop_words: field(z.array(z.string()).optional(), 'Words that search ignores. Always empty.'),
  onboarding_steps: field(
    z
      .array(
        z.strictObject({
          type: field(z.string(), 'Kind of hint.'),
          name: field(z.string(), 'Identifies the hint.'),
        }),
      )
      .optional(),
    'Hints of the official web client. Always empty.',
    { since: 233 },
  ),
  navigation_tour_video_url: field(
    z.string().nullable().optional(),
    'The address of a video for newcomers. Always null.',
    {
      since: 369,
    },
  ),
  settings_send_digest_emails: option('Whether the server sends digests.'),
  zulip_plan_is_not_limited: option('Always true: every feature is included.'),
  upgrade_text_for_wide_organization_logo: text('Always empty: every feature is included.'),
  realm_billing: field(
    z.strictObject({ has_pending_sponsorship_request: field(z.boolean(), 'Always false.') }).optional(),
    'The server has no plans.',
    { since: 363 },
  ),
  development_environment: option('Whether this is a server for development. Always false.'),
  server_generation: whole('The time when this process started, in UNIX seconds.'),
  password_min_length: whole('The shortest password allowed, in code points.'),
  password_max_length: whole('The longest password allowed, in code points.', 338),
  password_min_guesses: whole(
    'Always 0: the server does not estimate how hard a password is to guess. It still refuses common passwords and passwords made of the user’s name.',
  ),
  server_presence_ping_interval_seconds: whole('Seconds between two presence reports of a client.', 164),
  server_presence_offline_threshold_seconds: whole('Seconds after which a presence report is outdated.', 164),
  server_inline_image_preview: option('Whether the server can show images in messages.'),
  server_inline_url_embed_preview: option(
    'Whether the server makes previews of linked pages, for organizations with `inline_url_embed_preview`.',
  ),
  server_avatar_changes_disabled: option('Whether nobody may change pictures.'),
  server_name_changes_disabled: option('Whether nobody may change names.'),
  server_needs_upgrade: option('Whether the server is too old.'),
  server_web_public_streams_enabled: option('Whether web-public channels can exist.'),
  server_can_summarize_topics: option('Whether topics can be summed up.'),
  server_min_deactivated_realm_deletion_days: field(
    z.int().nullable().optional(),
    'The fewest days between deactivating an organization and deleting its data; null: at once.',
    { since: 332 },
  ),
  server_max_deactivated_realm_deletion_days: field(
    z.int().nullable().optional(),
    'The most days between deactivating an organization and deleting its data; null: no limit.',
    { since: 332 },
  ),
}
