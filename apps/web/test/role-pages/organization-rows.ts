import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { getBackupState } from '@tagma/contract/endpoints/backups/get-backup-state.ts'
import { createBot } from '@tagma/contract/endpoints/bots/create-bot.ts'
import { addDefaultStream } from '@tagma/contract/endpoints/channels/add-default-stream.ts'
import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { getComplianceExports } from '@tagma/contract/endpoints/exports/get-compliance-exports.ts'
import { getOwnExports } from '@tagma/contract/endpoints/exports/get-own-exports.ts'
import { getRealmExports } from '@tagma/contract/endpoints/exports/get-realm-exports.ts'
import { addLinkifier } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { getDeletedMessages } from '@tagma/contract/endpoints/messages/get-deleted-messages.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { addCodePlayground } from '@tagma/contract/endpoints/playgrounds/add-code-playground.ts'
import { createCustomProfileField } from '@tagma/contract/endpoints/profile-fields/create-custom-profile-field.ts'
import { getScimClients } from '@tagma/contract/endpoints/provisioning/get-scim-clients.ts'
import { updateRealmUserSettingsDefaults } from '@tagma/contract/endpoints/settings/update-realm-user-settings-defaults.ts'
import { getSignInServices } from '@tagma/contract/endpoints/sign-in/get-sign-in-services.ts'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import { kindsToMake } from '#screens/bots/bot-kinds.ts'
import { domainReason, permissionReason } from '#screens/organization/change-reason.ts'
import { ownsOrganization } from '#state/owns-organization.ts'
import { reportAccess, seesDeletions } from '#state/report-access.ts'
import {
  administrators,
  anotherGroup,
  everybody,
  members,
  narrowOf,
  notEmpty,
  organizationRow,
  type Row,
} from './row.ts'

// Rows of the pages of the organization, of its data and of moderation.

export const organizationRows: readonly Row[] = [
  organizationRow('organization-profile', 'description', ({ call }) =>
    call(updateRealm, { description: 'Looms' }),
  ),
  organizationRow('organization-settings', 'editing', ({ call }) =>
    call(updateRealm, { allow_message_editing: true }),
  ),
  {
    ...organizationRow(
      'organization-settings',
      'retention',
      // The server asks for the right only where something changes.
      ({ call, number }) => call(updateRealm, { message_retention_days: 1000 + number }),
      'message_retention_days',
    ),
    who: 'owner',
  },
  {
    page: 'organization-permissions',
    deed: 'who makes public channels',
    who: administrators,
    decides: (state) => permissionReason(state, 'can_create_public_channel_group'),
    asks: ({ call, state }) =>
      call(updateRealm, {
        can_create_public_channel_group: {
          new: anotherGroup(state, state.realm_can_create_public_channel_group),
        },
      }),
  },
  {
    page: 'organization-permissions',
    deed: 'who makes groups',
    who: 'owner',
    decides: (state) => permissionReason(state, 'can_create_groups'),
    asks: ({ call, state }) =>
      call(updateRealm, { can_create_groups: { new: anotherGroup(state, state.realm_can_create_groups) } }),
  },
  {
    page: 'auth-methods',
    deed: 'add a domain',
    who: 'owner',
    decides: domainReason,
    asks: ({ call, name }) => call(addRealmDomain, { domain: `${name}.example`, allow_subdomains: false }),
  },
  organizationRow('linkifier-settings', 'add', ({ call, name }) =>
    call(addLinkifier, { pattern: `${name}-(?P<id>[0-9]+)`, url_template: 'https://example.com/{id}' }),
  ),
  organizationRow('playground-settings', 'add', ({ call, name }) =>
    call(addCodePlayground, {
      name,
      pygments_language: 'Python',
      url_template: 'https://example.com/{code}',
    }),
  ),
  organizationRow('profile-field-settings', 'add', ({ call, name }) =>
    call(createCustomProfileField, { name, field_type: 1 }),
  ),
  organizationRow('default-channels-list', 'add', ({ call, given }) =>
    call(addDefaultStream, { stream_id: given.world.channels.design }),
  ),
  organizationRow('organization-level-user-defaults', 'change', ({ call }) =>
    call(updateRealmUserSettingsDefaults, { twenty_four_hour_time: true }),
  ),
  {
    page: 'bots',
    deed: 'add a bot that hears',
    who: members,
    decides: (state) => kindsToMake(state).length > 1,
    asks: ({ call, name }) =>
      call(createBot, { full_name: name, short_name: name, bot_type: botTypes.generic }),
  },
]

/** Rows of pages, or parts of them, that are there for owners and absent for others. */
const ownersRow = (page: string, deed: string, asks: Row['asks']): Row => ({
  page,
  deed,
  who: 'owner',
  decides: ownsOrganization,
  asks,
})

export const dataRows: readonly Row[] = [
  ownersRow('audit-log', 'read what everybody did', ({ call }) => call(getAuditLog, { everybody: true })),
  ownersRow('auth-methods', 'read the services', ({ inBrowser }) => inBrowser(getSignInServices, {})),
  ownersRow('auth-methods', 'read the SCIM clients', ({ inBrowser }) => inBrowser(getScimClients, {})),
  ownersRow('data-exports-admin', 'read the compliance exports', ({ call }) =>
    call(getComplianceExports, {}),
  ),
  ownersRow('data-exports-admin', 'read the state of backups', ({ call }) => call(getBackupState, {})),
  organizationRow('data-exports-admin', 'read the exports', ({ call }) => call(getRealmExports, {})),
  {
    page: 'moderation',
    deed: 'read the reports',
    who: 'owner moderator',
    decides: (state) => reportAccess(state) === 'in',
    asks: ({ call, given }) => call(getMessages, narrowOf(given.moderatorsId)).then(notEmpty),
  },
  {
    page: 'moderation',
    deed: 'read what was deleted',
    who: 'owner administrator moderator',
    decides: seesDeletions,
    asks: ({ call }) => call(getDeletedMessages, {}),
  },
  {
    page: 'account-and-privacy',
    deed: 'read what one did',
    who: everybody,
    decides: () => true,
    asks: ({ call }) => call(getAuditLog, {}),
  },
  {
    page: 'account-and-privacy',
    deed: 'read the exports of own data',
    who: everybody,
    decides: () => true,
    asks: ({ call }) => call(getOwnExports, {}),
  },
]
