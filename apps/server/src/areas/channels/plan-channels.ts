import type { Args } from '@tagma/contract/define.ts'
import type { newChannelParameters } from '@tagma/contract/endpoints/channels/new-channel-parameters.ts'
import type { subscribe } from '@tagma/contract/endpoints/channels/subscribe.ts'
import { channelGroupSettingNames, channelGroupSettings } from '@tagma/contract/objects/channel.ts'
import { can } from '@tagma/rules/can.ts'
import { isAdministrator, isOwner } from '@tagma/rules/roles.ts'
import { requireGroupSetting } from '#areas/groups/require-group-setting.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest, Refusal } from '#model/refusal.ts'
import { findFolder } from '#store/channels/channel-folders.ts'
import type { NewChannel } from '#store/channels/channels.ts'
import type { Tx } from '#store/log/tx.ts'
import { initialChannelSettings } from './create-channels.ts'

/** Parameters of a call for the channels that it makes. */
export type ChannelPlan = Pick<Args<typeof subscribe>, keyof typeof newChannelParameters>

const insufficient = () => badRequest('Insufficient permission')

export const administratorRequired = () =>
  new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
export const ownerRequired = () => new Refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')

/** Prepares new channels except for their names. Refuses if the caller may not make such channels. */
export async function planChannels(
  tx: Tx,
  directory: OrganizationDirectory,
  { caller, allowsWebPublic }: { caller: UserRecord; allowsWebPublic: boolean },
  plan: ChannelPlan,
): Promise<Omit<NewChannel, 'name' | 'description' | 'renderedDescription'>> {
  if (plan.invite_only && plan.is_web_public)
    throw badRequest('A channel cannot be both private and web-public.')
  if (plan.is_web_public) {
    const problem = webPublicProblem(directory, caller, allowsWebPublic)
    if (problem !== undefined) throw badRequest(problem)
  } else {
    const permission = plan.invite_only
      ? 'can_create_private_channel_group'
      : 'can_create_public_channel_group'
    if (!can(directory, caller, permission)) throw insufficient()
  }
  if (plan.is_default_stream && !isAdministrator(caller)) throw insufficient()
  if (plan.is_default_stream && plan.invite_only) throw badRequest('A default channel cannot be private.')
  if (plan.message_retention_days !== 'realm_default' && !isOwner(caller)) throw ownerRequired()
  if (plan.default_push_notifications && !isAdministrator(caller)) throw administratorRequired()
  if (plan.topics_policy !== 'inherit' && !can(directory, caller, 'can_set_topics_policy_group'))
    throw insufficient()
  if (plan.folder_id !== undefined && plan.folder_id !== null) await requireActiveFolder(tx, plan.folder_id)

  const settings = initialChannelSettings(directory, caller)
  for (const name of channelGroupSettingNames) {
    const value = plan[name]
    if (value === undefined) continue
    if (isDeletionSetting(name) && !can(directory, caller, 'can_set_delete_message_policy_group'))
      throw insufficient()
    settings[name] = requireGroupSetting(directory, name, value, channelGroupSettings[name])
  }
  // Only private channels can have protected history.
  const historyPublic = plan.invite_only ? (plan.history_public_to_subscribers ?? false) : true
  const problem = topicCreationProblem(directory, { historyPublic, settings })
  if (problem !== undefined) throw badRequest(problem)
  return {
    creatorId: caller.id,
    isPrivate: plan.invite_only,
    isWebPublic: plan.is_web_public,
    isDefault: plan.is_default_stream,
    historyPublic,
    messageRetentionDays: retentionDays(plan.message_retention_days),
    folderId: plan.folder_id ?? null,
    topicsPolicy: plan.topics_policy,
    defaultPushNotifications: plan.default_push_notifications ?? false,
    isHiddenFromAgents: plan.hidden_from_agents ?? false,
    settings,
  }
}

/** Tells whether a setting decides who deletes messages: only `can_set_delete_message_policy_group` may change it. */
export const isDeletionSetting = (name: string) =>
  name === 'can_delete_any_message_group' || name === 'can_delete_own_message_group'

/** Turns the API's words into the stored form: null inherits, -1 keeps for ever. */
export function retentionDays(value: number | 'realm_default' | 'unlimited'): number | null {
  if (value === 'realm_default') return null
  return value === 'unlimited' ? -1 : value
}

/** Returns why the server, the organization or the caller's permission forbids web-public channels, or undefined. */
export function webPublicProblem(
  directory: OrganizationDirectory,
  caller: UserRecord,
  allowsWebPublic: boolean,
): string | undefined {
  if (!allowsWebPublic || !directory.organization.settings.enable_spectator_access)
    return 'Web-public channels are not enabled.'
  return can(directory, caller, 'can_create_web_public_channel_group') ? undefined : 'Insufficient permission'
}

/**
 * Returns why a channel cannot limit who starts topics, or undefined. Without shared history, newcomers could not tell
 * which topics are new. Level 441.
 */
export function topicCreationProblem(
  directory: OrganizationDirectory,
  { historyPublic, settings }: Pick<NewChannel, 'historyPublic' | 'settings'>,
): string | undefined {
  return !historyPublic && settings.can_create_topic_group !== directory.systemGroup('role:everyone').id
    ? "'can_create_topic_group' has to be 'role:everyone' in channels with protected history."
    : undefined
}

/** Refuses a folder that is unknown or archived. */
export async function requireActiveFolder(tx: Tx, folderId: number): Promise<void> {
  const folder = await findFolder(tx.db, tx.organizationId, folderId)
  if (!folder || folder.is_archived === 1) throw badRequest('Invalid channel folder ID')
}
