import type { Args } from '@tagma/contract/define.ts'
import type { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import {
  type ChannelGroupSetting,
  channelGroupSettingNames,
  channelGroupSettings,
} from '@tagma/contract/objects/channel.ts'
import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { settingsNamingChannel } from '@tagma/contract/settings/organization-settings.ts'
import { can } from '@tagma/rules/can.ts'
import { mayAdministerChannel, mayReadChannel } from '@tagma/rules/channels.ts'
import { isAdministrator, isOwner } from '@tagma/rules/roles.ts'
import { requireGroupSettingChange } from '#areas/groups/require-group-setting.ts'
import { changeOrganizationSettings } from '#areas/organization/change-organization-settings.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { changesBetween } from '#model/audit.ts'
import type { ChannelRecord, UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import { updateChannel } from '#store/channels/channels.ts'
import { subscribersOf } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import { hasNamedTopic } from '#store/messages/conversations.ts'
import { noteChanges } from './event-notices.ts'
import {
  administratorRequired,
  requireActiveFolder,
  topicCreationProblem,
  webPublicProblem,
  isDeletionSetting,
  ownerRequired,
  retentionDays,
} from './plan-channels.ts'
import { accessChannel } from './require-channel.ts'
import { tellChannelChanged } from './tell-channel-changed.ts'

export type ChannelChangeArgs = Partial<Omit<Args<typeof updateStream>, 'stream_id'>>

interface Editor {
  readonly directory: OrganizationDirectory
  readonly caller: UserRecord
  readonly channel: ChannelRecord
  /** True when the caller may read the messages. */
  readonly hasContent: boolean
  readonly allowsWebPublic: boolean
}

/**
 * Changes a channel (PATCH /streams/{stream_id}): all changes, or a refusal. `renderedDescription` is the rendering of
 * `args.description`.
 */
export async function changeChannel(
  tx: Tx,
  directory: OrganizationDirectory,
  { caller, allowsWebPublic }: { caller: UserRecord; allowsWebPublic: boolean },
  channelId: number,
  args: ChannelChangeArgs,
  renderedDescription = '',
): Promise<void> {
  const { channel, isIn } = await accessChannel(tx.db, directory, caller, channelId)
  if (!mayAdministerChannel(directory, caller, channel))
    throw badRequest('You do not have permission to administer this channel.')
  const hasContent = mayReadChannel(directory, caller, channel, isIn)
  const editor: Editor = { directory, caller, channel, hasContent, allowsWebPublic }
  const next: ChannelRecord = {
    ...channel,
    ...namesOf(editor, args, renderedDescription),
    ...privacyOf(editor, args),
    ...(await restOf(tx, editor, args)),
    settings: settingsOf(editor, args),
  }
  if (args.is_archived !== undefined) await requireArchivable(tx, channel, next)
  if (next.isDefault && next.isPrivate) throw badRequest('A default channel cannot be private.')
  if (next.isDefault && next.isArchived) throw badRequest('A default channel cannot be archived.')
  const { moderation_request_channel_id: moderationId } = directory.organization.settings
  if (channel.isPrivate && !next.isPrivate && channel.id === moderationId)
    throw badRequest('A moderation request channel cannot be public.')
  if (args.can_create_topic_group || next.historyPublic !== channel.historyPublic) {
    const problem = topicCreationProblem(directory, next)
    if (problem !== undefined) throw badRequest(problem)
  }
  await updateChannel(tx, channel.id, next)
  auditChange(tx, channel, next)
  if (next.isArchived && !channel.isArchived) await forgetInSettings(tx, directory, channel)
  await tellChannelChanged(tx, directory, channel, next)
  await noteChanges(tx, directory, caller, channel, next)
}

/** Notes changes of access to a channel. Names and descriptions are no access, and texts of people. */
function auditChange(tx: Tx, before: ChannelRecord, after: ChannelRecord): void {
  const target = { kind: 'channel', id: after.id } as const
  const changes = changesBetween(accessOf(before), accessOf(after))
  if (Object.keys(changes).length > 0) tx.audit('channel.permission', target, { changes })
  if (before.isArchived !== after.isArchived)
    tx.audit(after.isArchived ? 'channel.archived' : 'channel.unarchived', target)
}

const accessOf = (channel: ChannelRecord) => ({
  is_private: channel.isPrivate,
  is_web_public: channel.isWebPublic,
  history_public_to_subscribers: channel.historyPublic,
  is_default_stream: channel.isDefault,
  message_retention_days: channel.messageRetentionDays,
  hidden_from_agents: channel.isHiddenFromAgents,
  ...channel.settings,
})

async function requireArchivable(tx: Tx, before: ChannelRecord, after: ChannelRecord): Promise<void> {
  if (before.isArchived === after.isArchived)
    throw badRequest(after.isArchived ? 'Channel is already archived.' : 'Channel is not archived.')
  if (after.isArchived || !after.isPrivate) return
  const subscribers = (await subscribersOf(tx.db, [after.id])).get(after.id) ?? []
  if (subscribers.length === 0) throw badRequest('A private channel without subscribers cannot come back.')
}

/** Takes an archived channel out of the organization's settings: announcements cannot go there any more. */
async function forgetInSettings(
  tx: Tx,
  { organization }: OrganizationDirectory,
  channel: ChannelRecord,
): Promise<void> {
  const named = settingsNamingChannel.filter((name) => organization.settings[name] === channel.id)
  if (named.length > 0)
    await changeOrganizationSettings(tx, Object.fromEntries(named.map((name) => [name, -1])))
}

function namesOf(
  { directory, channel }: Editor,
  { new_name: name, description }: ChannelChangeArgs,
  renderedDescription: string,
): Partial<ChannelRecord> {
  const other = name === undefined ? undefined : directory.channelByName(name)
  if (other && other.id !== channel.id) throw badRequest(`Channel '${name}' already exists`)
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description, renderedDescription }),
  }
}

function privacyOf(
  { directory, caller, channel, hasContent, allowsWebPublic }: Editor,
  args: ChannelChangeArgs,
): Pick<ChannelRecord, 'isPrivate' | 'isWebPublic' | 'historyPublic'> {
  if (args.is_private === true && args.is_web_public === true)
    throw badRequest('A channel cannot be both private and web-public.')
  const isWebPublic = args.is_web_public ?? (args.is_private === true ? false : channel.isWebPublic)
  const isPrivate = isWebPublic ? false : (args.is_private ?? channel.isPrivate)
  const asked = args.history_public_to_subscribers
  // A channel that becomes private keeps its shared history unless the caller says otherwise.
  const historyPublic = isPrivate ? (asked ?? channel.historyPublic) : true
  if (asked === false && !isPrivate)
    throw badRequest('Only private channels can hide their history from new subscribers.')
  if (
    isPrivate === channel.isPrivate &&
    isWebPublic === channel.isWebPublic &&
    historyPublic === channel.historyPublic
  )
    return { isPrivate, isWebPublic, historyPublic }
  if (!hasContent) throw badRequest('Channel content access is required.')
  if (isWebPublic && !channel.isWebPublic) {
    const problem = webPublicProblem(directory, caller, allowsWebPublic)
    if (problem !== undefined) throw badRequest(problem)
  }
  if (isPrivate && !channel.isPrivate && !can(directory, caller, 'can_create_private_channel_group'))
    throw badRequest('Insufficient permission')
  if (!isPrivate && channel.isPrivate && !can(directory, caller, 'can_create_public_channel_group'))
    throw badRequest('Insufficient permission')
  return { isPrivate, isWebPublic, historyPublic }
}

async function restOf(
  tx: Tx,
  { directory, caller, channel }: Editor,
  args: ChannelChangeArgs,
): Promise<Partial<ChannelRecord>> {
  if (args.message_retention_days !== undefined && !isOwner(caller)) throw ownerRequired()
  const needsAdministrator =
    args.default_push_notifications !== undefined || args.is_default_stream !== undefined
  if (needsAdministrator && !isAdministrator(caller)) throw administratorRequired()
  if (args.folder_id !== undefined && args.folder_id !== null && args.folder_id !== channel.folderId)
    await requireActiveFolder(tx, args.folder_id)
  if (args.topics_policy !== undefined && args.topics_policy !== channel.topicsPolicy) {
    if (!can(directory, caller, 'can_set_topics_policy_group')) throw badRequest('Insufficient permission')
    if (args.topics_policy === 'empty_topic_only' && (await hasNamedTopic(tx.db, channel.id)))
      throw badRequest(
        'A channel can only go without topics when all its messages have none: rename or delete its other topics first.',
      )
  }
  return {
    ...(args.message_retention_days === undefined
      ? {}
      : { messageRetentionDays: retentionDays(args.message_retention_days) }),
    ...(args.default_push_notifications === undefined
      ? {}
      : { defaultPushNotifications: args.default_push_notifications }),
    ...(args.hidden_from_agents === undefined ? {} : { isHiddenFromAgents: args.hidden_from_agents }),
    ...(args.is_default_stream === undefined ? {} : { isDefault: args.is_default_stream }),
    ...(args.folder_id === undefined ? {} : { folderId: args.folder_id }),
    ...(args.topics_policy === undefined ? {} : { topicsPolicy: args.topics_policy }),
    // New users are not subscribed to archived channels.
    ...(args.is_archived === undefined
      ? {}
      : { isArchived: args.is_archived, ...(args.is_archived ? { isDefault: false } : {}) }),
  }
}

/**
 * Permission to subscribe or to add subscribers gives access to the messages. So only a user with that access may set
 * it.
 */
const needsContent = (name: ChannelGroupSetting) =>
  name === 'can_subscribe_group' || name === 'can_add_subscribers_group'

function settingsOf(
  { directory, caller, channel, hasContent }: Editor,
  args: ChannelChangeArgs,
): Record<ChannelGroupSetting, GroupSetting> {
  const settings = { ...channel.settings }
  for (const name of channelGroupSettingNames) {
    const change = args[name]
    if (!change) continue
    const value = requireGroupSettingChange(
      directory,
      name,
      channel.settings[name],
      change,
      channelGroupSettings[name],
    )
    if (value === undefined) continue
    if (needsContent(name) && !hasContent) throw badRequest('Channel content access is required.')
    if (isDeletionSetting(name) && !can(directory, caller, 'can_set_delete_message_policy_group'))
      throw badRequest('Insufficient permission')
    settings[name] = value
  }
  return settings
}
