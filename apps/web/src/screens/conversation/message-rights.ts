import type { GroupSetting } from '@tagma/contract/primitives.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Channel } from '#state/channels.ts'
import { t } from '#words/words.ts'

/** Who acts, and where. */
export interface Actor {
  readonly state: State
  /** The groups that the reader is in, through groups inside too. */
  readonly groupIds: ReadonlySet<number>
  /** The channel of the message; undefined for direct messages. */
  readonly channel: Channel | undefined
  /** Seconds since 1970. */
  readonly now: number
}

/** The reasons why something cannot be done with a message; undefined where it can. */
export interface MessageRights {
  readonly edit: string | undefined
  readonly delete: string | undefined
  readonly move: string | undefined
  readonly resolve: string | undefined
  readonly history: string | undefined
  readonly readers: string | undefined
  readonly report: string | undefined
}

/** Says what the reader may do with a message, and why not. The server decides in the end. */
export function messageRights(actor: Actor, message: Message): MessageRights {
  return {
    edit: editReason(actor, message),
    delete: deleteReason(actor, message),
    move: moveReason(actor, message),
    resolve: resolveReason(actor),
    history:
      actor.state.realm_message_edit_history_visibility_policy === 'none'
        ? t('message.history-hidden')
        : undefined,
    readers: actor.state.realm_enable_read_receipts === false ? t('message.readers-off') : undefined,
    report:
      (actor.state.realm_moderation_request_channel_id ?? -1) < 0 ? t('message.reports-off') : undefined,
  }
}

/** Whether a group-setting value names the reader. */
export function isAllowed({ state, groupIds }: Actor, setting: GroupSetting | undefined): boolean {
  if (setting === undefined) return false
  if (typeof setting === 'number') return groupIds.has(setting)
  return (
    setting.direct_members.includes(state.user_id ?? -1) ||
    setting.direct_subgroups.some((id) => groupIds.has(id))
  )
}

const isAdministrator = ({ state }: Actor) => state.is_admin === true || state.is_owner === true
const isOver = ({ now }: Actor, { timestamp }: Message, limit: number | null | undefined) =>
  limit != null && now - timestamp > limit

/** `2 hours`, `10 minutes`. */
export function spanOf(seconds: number): string {
  const [count, unit]: readonly [number, 'days' | 'hours' | 'minutes'] =
    seconds >= 86_400
      ? [seconds / 86_400, 'days']
      : seconds >= 3600
        ? [seconds / 3600, 'hours']
        : [seconds / 60, 'minutes']
  return t(`message.${unit}`, { count: Math.round(count) })
}

function editReason(actor: Actor, message: Message): string | undefined {
  const { state, channel } = actor
  if (message.sender_id !== state.user_id) return t('message.only-sender-edits')
  if (channel?.is_archived) return t('message.archived')
  if (state.realm_allow_message_editing === false) return t('message.editing-off')
  const limit = state.realm_message_content_edit_limit_seconds
  if (isOver(actor, message, limit)) return t('message.too-late-to-edit', { limit: spanOf(limit ?? 0) })
  return message.submessages.length > 0 ? t('message.widgets-stay') : undefined
}

function deleteReason(actor: Actor, message: Message): string | undefined {
  const { state, channel } = actor
  if (channel?.is_archived) return t('message.archived')
  if (isAllowed(actor, state.realm_can_delete_any_message_group)) return undefined
  if (isAllowed(actor, channel?.can_delete_any_message_group)) return undefined
  if (message.sender_id !== state.user_id) return t('message.only-moderators-delete')
  const mayOwn =
    isAllowed(actor, state.realm_can_delete_own_message_group) ||
    isAllowed(actor, channel?.can_delete_own_message_group)
  if (!mayOwn) return t('message.only-moderators-delete')
  const limit = state.realm_message_content_delete_limit_seconds
  return isOver(actor, message, limit)
    ? t('message.too-late-to-delete', { limit: spanOf(limit ?? 0) })
    : undefined
}

function moveReason(actor: Actor, message: Message): string | undefined {
  const { state, channel } = actor
  if (!channel) return t('message.direct-stay')
  if (channel.is_archived) return t('message.archived')
  const mayAnywhere =
    isAllowed(actor, state.realm_can_move_messages_between_topics_group) ||
    isAllowed(actor, state.realm_can_move_messages_between_channels_group) ||
    isAllowed(actor, channel.can_move_messages_within_channel_group) ||
    isAllowed(actor, channel.can_move_messages_out_of_channel_group)
  if (!mayAnywhere) return t('message.may-not-move')
  const limit = state.realm_move_messages_within_stream_limit_seconds
  const hasLimit = !isAdministrator(actor) && state.is_moderator !== true
  return hasLimit && isOver(actor, message, limit)
    ? t('message.too-late-to-move', { limit: spanOf(limit ?? 0) })
    : undefined
}

/** Says why the reader may not resolve topics of a channel. */
export function resolveReason(actor: Actor): string | undefined {
  const { state, channel } = actor
  if (!channel) return t('message.direct-stay')
  if (channel.is_archived) return t('message.archived')
  const may =
    isAllowed(actor, state.realm_can_resolve_topics_group) ||
    isAllowed(actor, channel.can_resolve_topics_group)
  return may ? undefined : t('message.may-not-resolve')
}
