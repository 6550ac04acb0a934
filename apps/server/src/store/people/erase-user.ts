import type { Tx } from '#store/log/tx.ts'
import { subscribedChannelIds } from '#store/messages/subscription-spans.ts'
import { deleteSignUps } from './sign-ups.ts'

/** Tables with rows about the person of their `user_id` that nobody else needs. */
const personal = [
  'access_tokens',
  'address_undos',
  'agent_actions',
  'alert_words',
  'bot_commands',
  'bot_storage',
  'bots',
  'devices',
  'drafts',
  'email_changes',
  'event_queues',
  'external_identities',
  'feeds',
  'held_notifications',
  'hook_payloads',
  'hook_templates',
  'idempotency_keys',
  'known_devices',
  'legacy_push_tokens',
  'message_flags',
  'muted_users',
  'navigation_views',
  'notified_messages',
  'oauth_grants',
  'outgoing_pushes',
  'passkeys',
  'password_resets',
  'presence',
  'profile_values',
  'read_state',
  'recovery_codes',
  'saved_snippets',
  'scheduled_messages',
  'second_factors',
  'scim_links',
  'sent_messages',
  'sessions',
  'sign_in_flows',
  'sign_in_networks',
  'subscription_spans',
  'subscriptions',
  'user_group_members',
  'user_statuses',
  'user_topics',
  'waiting_email_notifications',
  'web_push_subscriptions',
  'webex_tokens',
] as const

/**
 * Deletes the rows about a person, except the account itself and what others see of it: messages, reactions, polls,
 * uploads in messages. Returns the person's channels.
 */
export async function eraseUserRows(
  tx: Tx,
  user: { readonly id: number; readonly deliveryEmail: string },
): Promise<number[]> {
  const channelIds = await subscribedChannelIds(tx.db, user.id)
  const groups = await tx.db
    .selectFrom('user_group_members')
    .select('group_id')
    .where('user_id', '=', user.id)
    .execute()
  for (const table of personal) await tx.db.deleteFrom(table).where('user_id', '=', user.id).execute()
  await tx.db
    .deleteFrom('invitations')
    .where('organization_id', '=', tx.organizationId)
    .where((eb) =>
      eb.or([eb('inviter_id', '=', user.id), eb('email', '=', user.deliveryEmail.toLowerCase())]),
    )
    .execute()
  await deleteSignUps(tx, user.deliveryEmail.toLowerCase())
  await tx.db
    .deleteFrom('outgoing_mail')
    .where('organization_id', '=', tx.organizationId)
    .where('recipient', '=', user.deliveryEmail)
    .execute()
  await tx.db.updateTable('users').set({ read_through: 0 }).where('id', '=', user.id).execute()
  tx.touch('alertWords', user.id)
  for (const { group_id } of groups) tx.touch('groups', group_id)
  for (const id of channelIds) tx.touch('subscribers', id)
  return channelIds
}
