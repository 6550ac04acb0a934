import { limits } from '@tagma/contract/limits.ts'
import type { Snapshot } from '#call/snapshot.ts'
import { emptyTopicName } from '#model/empty-topic-name.ts'
import { presentDomain } from './change-domains.ts'
import { presentOrganizationSettings } from './present.ts'

/** The allowed domains' part of the registration response. */
export const domainsSnapshot: Snapshot = async ({ directory, wants }) =>
  wants('realm_domains') ? { realm_domains: directory.organization.domains.map(presentDomain) } : {}

/** The organization's part of the registration response. */
export const organizationSnapshot: Snapshot = async ({ directory, services, wants }) => {
  if (!wants('realm')) return {}
  return {
    ...presentOrganizationSettings(directory, services.config),
    max_stream_name_length: limits.maxChannelNameLength,
    max_stream_description_length: limits.maxChannelDescriptionLength,
    max_channel_folder_name_length: limits.maxFolderNameLength,
    max_channel_folder_description_length: limits.maxFolderDescriptionLength,
    max_bulk_new_subscription_messages: limits.maxBulkNewSubscriptionMessages,
    max_reminder_note_length: limits.maxReminderNoteLength,
    max_topic_length: limits.maxTopicLength,
    max_message_length: limits.maxMessageLength,
    realm_empty_topic_display_name: emptyTopicName,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_wait_period_milliseconds: 30_000,
  }
}
