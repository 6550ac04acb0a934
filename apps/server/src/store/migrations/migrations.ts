import { foundation } from './0001-foundation.ts'
import { channels } from './0002-channels.ts'
import { messagesMigration } from './0003-messages.ts'
import { personal } from './0004-personal.ts'
import { people } from './0005-people.ts'
import { organization } from './0006-organization.ts'
import { push } from './0007-push.ts'
import { messageIndexes } from './0010-message-indexes.ts'
import { leases } from './0011-leases.ts'
import { notifications } from './0012-notifications.ts'
import { botStorage } from './0015-bot-storage.ts'
import { outboxTakers } from './0020-outbox-takers.ts'
import { exportsMigration } from './0030-exports.ts'
import { namesOfAnyLength } from './0031-names-of-any-length.ts'
import { signInNetworks } from './0032-sign-in-networks.ts'
import { hashedTokens } from './0033-hashed-tokens.ts'
import { firstOwners } from './0034-first-owners.ts'
import { sessions } from './0035-people-sessions.ts'
import { webexTokens } from './0036-people-webex-tokens.ts'
import { toldOwners } from './0037-people-told-owners.ts'
import { outgoingHooks } from './0038-notifying-outgoing-hooks.ts'
import { imports } from './0039-organization-imports.ts'
import { accessTokens } from './0040-people-access-tokens.ts'
import { identities } from './0041-people-identities.ts'
import { spentIds } from './0042-people-spent-ids.ts'
import { appTokens } from './0043-people-app-tokens.ts'
import { idempotencyKeys } from './0044-people-idempotency-keys.ts'
import { agentActions } from './0045-people-agent-actions.ts'
import { botCommands } from './0054-people-bot-commands.ts'
import { hookTemplates } from './0055-people-hook-templates.ts'
import { feeds } from './0056-notifying-feeds.ts'
import { secondFactors } from './0057-people-second-factors.ts'
import { scim } from './0059-people-scim.ts'
import { audit } from './0061-log-audit.ts'
import { linkPreviews } from './0064-messages-link-previews.ts'
import { oauthClients } from './0066-people-oauth-clients.ts'
import { oauthGrants } from './0067-people-oauth-grants.ts'
import { passkeys } from './0072-people-passkeys.ts'
import { secondStep } from './0073-people-second-step.ts'
import { knownDevices } from './0074-people-known-devices.ts'
import { followedPeople } from './0075-people-ldap.ts'
import { givenRoles } from './0076-people-given-roles.ts'
import { confirmedAddresses } from './0077-people-confirmed-addresses.ts'
import { hookPayloads } from './0080-people-hook-payloads.ts'
import { failedHooks } from './0081-notifying-failed-hooks.ts'
import { exportQueries } from './0082-organization-export-queries.ts'
import { writeTo } from './0085-people-write-to.ts'
import { hiddenFromAgents } from './0086-channels-hidden-from-agents.ts'
import { webPush } from './0088-notifying-web-push.ts'
import { providerTroubles } from './0089-people-provider-troubles.ts'
import { samlNames } from './0090-people-saml-names.ts'
import { unverifiedArrivals } from './0091-people-unverified-arrivals.ts'
import { addressUndos } from './0092-people-address-undos.ts'
import { deletedMessages } from './0093-messages-deleted.ts'
import { signUps } from './0094-people-sign-ups.ts'
import { toldDevices } from './0095-notifying-told-devices.ts'
import { polledQueues } from './0096-log-polled-queues.ts'
import type { Migration } from './migration.ts'

/** All migrations in order, by the names that the database remembers. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-channels': channels,
  '0003-messages': messagesMigration,
  '0004-personal': personal,
  '0005-people': people,
  '0006-organization': organization,
  '0007-push': push,
  '0010-message-indexes': messageIndexes,
  '0011-leases': leases,
  '0012-notifications': notifications,
  '0015-bot-storage': botStorage,
  '0020-outbox-takers': outboxTakers,
  '0030-exports': exportsMigration,
  '0031-names-of-any-length': namesOfAnyLength,
  '0032-sign-in-networks': signInNetworks,
  '0033-hashed-tokens': hashedTokens,
  '0034-first-owners': firstOwners,
  '0035-people-sessions': sessions,
  '0036-people-webex-tokens': webexTokens,
  '0037-people-told-owners': toldOwners,
  '0038-notifying-outgoing-hooks': outgoingHooks,
  '0039-organization-imports': imports,
  '0040-people-access-tokens': accessTokens,
  '0041-people-identities': identities,
  '0042-people-spent-ids': spentIds,
  '0043-people-app-tokens': appTokens,
  '0044-people-idempotency-keys': idempotencyKeys,
  '0045-people-agent-actions': agentActions,
  '0054-people-bot-commands': botCommands,
  '0055-people-hook-templates': hookTemplates,
  '0056-notifying-feeds': feeds,
  '0057-people-second-factors': secondFactors,
  '0059-people-scim': scim,
  '0061-log-audit': audit,
  '0064-messages-link-previews': linkPreviews,
  '0066-people-oauth-clients': oauthClients,
  '0067-people-oauth-grants': oauthGrants,
  '0072-people-passkeys': passkeys,
  '0073-people-second-step': secondStep,
  '0074-people-known-devices': knownDevices,
  '0075-people-ldap': followedPeople,
  '0076-people-given-roles': givenRoles,
  '0077-people-confirmed-addresses': confirmedAddresses,
  '0080-people-hook-payloads': hookPayloads,
  '0081-notifying-failed-hooks': failedHooks,
  '0082-organization-export-queries': exportQueries,
  '0085-people-write-to': writeTo,
  '0086-channels-hidden-from-agents': hiddenFromAgents,
  '0088-notifying-web-push': webPush,
  '0089-people-provider-troubles': providerTroubles,
  '0090-people-saml-names': samlNames,
  '0091-people-unverified-arrivals': unverifiedArrivals,
  '0092-people-address-undos': addressUndos,
  '0093-messages-deleted': deletedMessages,
  '0094-people-sign-ups': signUps,
  '0095-notifying-told-devices': toldDevices,
  '0096-log-polled-queues': polledQueues,
}
