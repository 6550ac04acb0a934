// Made by `npm run golden` from the files beside it; do not edit.

import type { Job } from '#jobs/job.ts'
import { forgetAuditJob } from '#areas/audit/forget-audit-job.ts'
import { retentionJob } from '#areas/channels/retention-job.ts'
import { trafficJob } from '#areas/channels/traffic-job.ts'
import { queueUpkeepJob } from '#areas/events/queue-upkeep-job.ts'
import { tellUpgradeJob } from '#areas/events/tell-upgrade-job.ts'
import { makeExportsJob } from '#areas/exports/make-exports-job.ts'
import { fullMembersJob } from '#areas/groups/full-members-job.ts'
import { followMentionsJob } from '#areas/integrations/follow-mentions-job.ts'
import { forgetDeliveriesJob } from '#areas/integrations/forget-deliveries-job.ts'
import { pollFeedsJob } from '#areas/integrations/poll-feeds-job.ts'
import { sendWebhooksJob } from '#areas/integrations/send-webhooks-job.ts'
import { sendMailJob } from '#areas/mail/send-mail-job.ts'
import { forgetAgentActionsJob } from '#areas/mcp/forget-agent-actions-job.ts'
import { forgetDeletionsJob } from '#areas/messages/delete/forget-deletions-job.ts'
import { previewLinksJob } from '#areas/messages/previews/preview-links-job.ts'
import { mergeIndexJob } from '#areas/messages/search/merge-index-job.ts'
import { searchIndexJob } from '#areas/messages/search/search-index-job.ts'
import { notifyJob } from '#areas/notifications/notify-job.ts'
import { releaseHeldJob } from '#areas/notifications/release-held-job.ts'
import { sendNotificationMailsJob } from '#areas/notifications/send-notification-mails-job.ts'
import { forgetOauthClientsJob } from '#areas/oauth/forget-oauth-clients-job.ts'
import { deleteOrganizationJob } from '#areas/organization/delete-organization-job.ts'
import { presenceJob } from '#areas/presence/presence-job.ts'
import { followLdapJob } from '#areas/provisioning/follow-ldap-job.ts'
import { followConfigurationJob } from '#areas/push/follow-configuration-job.ts'
import { registerPushesJob } from '#areas/push/register-pushes-job.ts'
import { sendPushesJob } from '#areas/push/send-pushes-job.ts'
import { scheduledMessagesJob } from '#areas/scheduled/scheduled-messages-job.ts'
import { endOldSessionsJob } from '#areas/sign-in/end-old-sessions-job.ts'
import { endOldTokensJob } from '#areas/sign-in/end-old-tokens-job.ts'
import { followStepPolicyJob } from '#areas/sign-in/follow-step-policy-job.ts'
import { forgetAddressUndosJob } from '#areas/sign-in/forget-address-undos-job.ts'
import { saveSessionUsesJob } from '#areas/sign-in/save-session-uses-job.ts'
import { saveTokenUsesJob } from '#areas/sign-in/save-token-uses-job.ts'
import { tellOfEndingTokensJob } from '#areas/sign-in/tell-of-ending-tokens-job.ts'
import { forgetSignUpsJob } from '#areas/sign-up/forget-sign-ups-job.ts'
import { uploadUpkeepJob } from '#areas/uploads/upload-upkeep-job.ts'

/** Work that is done at its time, not for a request. */
export const jobs: readonly Job[] = [
  forgetAuditJob,
  retentionJob,
  trafficJob,
  queueUpkeepJob,
  tellUpgradeJob,
  makeExportsJob,
  fullMembersJob,
  followMentionsJob,
  forgetDeliveriesJob,
  pollFeedsJob,
  sendWebhooksJob,
  sendMailJob,
  forgetAgentActionsJob,
  forgetDeletionsJob,
  previewLinksJob,
  mergeIndexJob,
  searchIndexJob,
  notifyJob,
  releaseHeldJob,
  sendNotificationMailsJob,
  forgetOauthClientsJob,
  deleteOrganizationJob,
  presenceJob,
  followLdapJob,
  followConfigurationJob,
  registerPushesJob,
  sendPushesJob,
  scheduledMessagesJob,
  endOldSessionsJob,
  endOldTokensJob,
  followStepPolicyJob,
  forgetAddressUndosJob,
  saveSessionUsesJob,
  saveTokenUsesJob,
  tellOfEndingTokensJob,
  forgetSignUpsJob,
  uploadUpkeepJob,
]
