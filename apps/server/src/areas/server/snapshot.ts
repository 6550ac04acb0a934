import { limits } from '@tagma/contract/limits.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  legacyPolicies,
  legacyPolicy,
  type LegacyPolicyName,
  legacyPolicyNames,
} from '@tagma/contract/settings/legacy-policies.ts'
import { videoCallProviders } from '#areas/calls/present.ts'
import { gifRatingPolicies } from '#areas/gifs/present.ts'
import { pictureSource, pictureUrl } from '#areas/organization/picture-present.ts'
import { externalMethods } from '#areas/sign-in/provider-present.ts'
import type { Snapshot } from '#call/snapshot.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'

const defaultJitsiServer = 'https://meet.jit.si'

const systemGroupName = (directory: OrganizationDirectory, setting: GroupSetting) =>
  typeof setting === 'number' ? directory.groups.get(setting)?.name : undefined

/** The registration response's part about the organization as a whole and the server. */
export const serverSnapshot: Snapshot = async ({ directory, services, wants }) => ({
  ...(wants('realm') ? realmPart(directory, services) : {}),
  ...(wants('giphy') ? { giphy_api_key: services.config.gifKeys.giphy } : {}),
  ...(wants('tenor') ? { tenor_api_key: services.config.gifKeys.tenor } : {}),
  ...(wants('klipy') ? { klipy_api_key: services.config.gifKeys.klipy } : {}),
  ...(wants('default_stream_groups') ? { realm_default_stream_groups: [] } : {}),
  ...(wants('stop_words') ? { stop_words: [] } : {}),
  ...(wants('onboarding_steps') ? { onboarding_steps: [], navigation_tour_video_url: null } : {}),
  ...(wants('realm_billing') ? { realm_billing: { has_pending_sponsorship_request: false } } : {}),
})

function realmPart(directory: OrganizationDirectory, services: Parameters<Snapshot>[0]['services']) {
  const { config, outside } = services
  const { organization } = directory
  const { settings } = organization
  const url = organizationUrl(config, organization)
  const jitsi = settings.jitsi_server_url ?? defaultJitsiServer
  const ldap = config.ldap !== undefined
  return {
    realm_name: organization.name,
    realm_description: organization.description,
    realm_url: url,
    realm_uri: url,
    realm_uuid: organization.uuid,
    realm_bot_domain: new URL(url).hostname,
    realm_date_created: organization.createdAt,
    realm_plan_type: 1,
    realm_icon_url: pictureUrl(organization, 'icon'),
    realm_icon_source: pictureSource(organization, 'icon'),
    max_icon_file_size_mib: limits.maxIconFileSizeMib,
    realm_logo_url: pictureUrl(organization, 'logo'),
    realm_logo_source: pictureSource(organization, 'logo'),
    realm_night_logo_url: pictureUrl(organization, 'nightLogo'),
    realm_night_logo_source: pictureSource(organization, 'nightLogo'),
    max_logo_file_size_mib: limits.maxLogoFileSizeMib,
    ...(organization.demoDeletionAt === null
      ? {}
      : { demo_organization_scheduled_deletion_date: organization.demoDeletionAt }),
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    ...(Object.fromEntries(
      legacyPolicyNames.map((name) => [
        name,
        legacyPolicy(name, systemGroupName(directory, settings[legacyPolicies[name].of])),
      ]),
    ) as Record<LegacyPolicyName, number>),
    realm_authentication_methods: {
      ...Object.fromEntries(
        externalMethods(config, organization).map(({ display_name: name }) => [
          name,
          { enabled: true, available: true },
        ]),
      ),
      Email: { enabled: true, available: true },
      LDAP: {
        enabled: ldap,
        available: ldap,
        ...(ldap ? {} : { unavailable_reason: 'The server is not set up for a directory (LDAP).' }),
      },
    },
    realm_email_auth_enabled: true,
    realm_password_auth_enabled: true,
    realm_push_notifications_enabled:
      outside.pushSender !== undefined && organization.push.state !== 'refused',
    realm_push_notifications_enabled_end_timestamp: organization.push.until,
    realm_available_video_chat_providers: videoCallProviders(config),
    jitsi_server_url: jitsi,
    server_jitsi_server_url: defaultJitsiServer,
    gif_rating_policy_options: gifRatingPolicies,
    ...serverPart(services),
  }
}

/** Part about the server alone: its abilities and its limits for clients. */
const serverPart = ({ config, time: { startedAt } }: Parameters<Snapshot>[0]['services']) => ({
  settings_send_digest_emails: false,
  zulip_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: '',
  development_environment: false,
  server_generation: Math.floor(startedAt / 1000),
  password_min_length: limits.passwordMinLength,
  password_max_length: limits.passwordMaxLength,
  // Only the length counts: passwords are not rated by how easy they are to guess.
  password_min_guesses: 0,
  server_presence_ping_interval_seconds: limits.presencePingIntervalSeconds,
  server_presence_offline_threshold_seconds: limits.presenceOfflineThresholdSeconds,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: config.makesLinkPreviews,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_can_summarize_topics: false,
  server_min_deactivated_realm_deletion_days: config.deletionDays.min,
  server_max_deactivated_realm_deletion_days: config.deletionDays.max,
})
