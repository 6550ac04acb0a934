import type { GroupSetting } from '@tagma/contract/primitives.ts'
import {
  deletionProblem,
  earliestMovable,
  editProblem,
  mayMoveOut,
  mayMoveWithin,
  mayResolve,
} from '@tagma/rules/messages.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { organizationOf, personOf, ruledChannel } from '@tagma/sync/selectors/rights.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Channel } from '#state/channels.ts'
import { whoMay } from '#state/who-may.ts'
import { t, type WordId } from '#words/words.ts'

/** Who acts, and where. */
export interface Actor {
  readonly state: State
  /** The channel of the message; undefined for direct messages. */
  readonly channel: Channel | undefined
  /** Seconds since 1970. */
  readonly now: number
  /** Whether the server can be asked. */
  readonly isOnline: boolean
}

/** The reasons why something cannot be done with a message; undefined where it can. */
export interface MessageRights {
  readonly edit: string | undefined
  readonly delete: string | undefined
  readonly move: string | undefined
  readonly unread: string | undefined
  readonly history: string | undefined
  readonly readers: string | undefined
  readonly report: string | undefined
  /** The reason why nothing works that only the server can do. */
  readonly ask: string | undefined
}

/** Says what the reader may do with a message, and why not: by the rules that the server goes by, too. */
export function messageRights(actor: Actor, message: Message): MessageRights {
  const { state, isOnline } = actor
  const ask = isOnline ? undefined : t('message.needs-connection')
  const hidesHistory = state.realm_message_edit_history_visibility_policy === 'none'
  const hasNoReports = (state.realm_moderation_request_channel_id ?? -1) < 0
  return {
    edit: ask ?? editReason(actor, message),
    delete: ask ?? deleteReason(actor, message),
    move: ask ?? moveReason(actor, message),
    unread: unreadReason(actor, message),
    history: hidesHistory ? t('message.history-hidden') : ask,
    readers: state.realm_enable_read_receipts === false ? t('message.readers-off') : ask,
    report: hasNoReports ? t('message.reports-off') : ask,
    ask,
  }
}

const ownId = ({ state }: Actor) => state.user_id ?? -1
const selfOf = (actor: Actor) => personOf(actor.state, ownId(actor))
const sentOf = ({ sender_id, timestamp }: Message) => ({ sender_id, sent_at: timestamp })

/** Returns a span of time in words: `2 hours`, `10 minutes`. */
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
  const { state, channel, now } = actor
  if (channel?.is_archived) return t('message.archived')
  if (editProblem(organizationOf(state), selfOf(actor), sentOf(message), now) === undefined)
    return message.submessages.length > 0 ? t('message.widgets-stay') : undefined
  if (message.sender_id !== ownId(actor)) return t('message.only-sender-edits')
  if (state.realm_allow_message_editing === false) return t('message.editing-off')
  const limit = state.realm_message_content_edit_limit_seconds
  return t('message.too-late-to-edit', { limit: spanOf(limit ?? 0) })
}

function deleteReason(actor: Actor, message: Message): string | undefined {
  const { state, channel, now } = actor
  if (channel?.is_archived) return t('message.archived')
  const problem = (sentAt: number) =>
    deletionProblem(
      organizationOf(state),
      selfOf(actor),
      personOf(state, message.sender_id),
      { sender_id: message.sender_id, sent_at: sentAt },
      channel && ruledChannel(channel),
      now,
    )
  if (problem(message.timestamp) === undefined) return undefined
  const who = [state.realm_can_delete_any_message_group, channel?.can_delete_any_message_group]
  // A message that is sent now could be deleted: only time is in the way.
  return problem(now) === undefined
    ? t('message.too-late-to-delete', {
        limit: spanOf(state.realm_message_content_delete_limit_seconds ?? 0),
      })
    : onlyThese(state, who, 'message.only-may-delete', 'message.nobody-may-delete')
}

function moveReason(actor: Actor, { timestamp }: Message): string | undefined {
  const { state, channel, now } = actor
  if (!channel) return t('message.direct-stay')
  if (channel.is_archived) return t('message.archived')
  const out = { isOut: true, limit: state.realm_move_messages_between_streams_limit_seconds }
  const within = { isOut: false, limit: state.realm_move_messages_within_stream_limit_seconds }
  const reason = withinReason(actor)
  const ways = [...(reason === undefined ? [within] : []), ...(outReason(actor) === undefined ? [out] : [])]
  const earliest = ({ isOut }: { readonly isOut: boolean }) =>
    earliestMovable(organizationOf(state), selfOf(actor), isOut, now) ?? -Infinity
  // The way that is open for longer counts.
  const [way] = ways.toSorted((a, b) => (earliest(a) < earliest(b) ? -1 : 1))
  if (!way) return reason
  return timestamp >= earliest(way)
    ? undefined
    : t('message.too-late-to-move', { limit: spanOf(way.limit ?? 0) })
}

/** Says why the reader may not move messages between the topics of a channel. */
export function withinReason(actor: Actor): string | undefined {
  const { state, channel } = actor
  if (channel && mayMoveWithin(organizationOf(state), selfOf(actor), ruledChannel(channel))) return undefined
  const who = [
    state.realm_can_move_messages_between_topics_group,
    channel?.can_move_messages_within_channel_group,
  ]
  return onlyThese(state, who, 'message.move-only-within', 'message.move-nobody-within')
}

/** Says why the reader may not move messages out of a channel. */
export function outReason(actor: Actor): string | undefined {
  const { state, channel } = actor
  if (channel && mayMoveOut(organizationOf(state), selfOf(actor), ruledChannel(channel))) return undefined
  const who = [
    state.realm_can_move_messages_between_channels_group,
    channel?.can_move_messages_out_of_channel_group,
  ]
  return onlyThese(state, who, 'message.move-only-out', 'message.move-nobody-out')
}

function unreadReason({ state, channel }: Actor, message: Message): string | undefined {
  if (message.stream_id === undefined) return undefined
  const isIn = state.subscriptions?.some(({ stream_id }) => stream_id === channel?.stream_id) ?? false
  return isIn ? undefined : t('conversation.cannot-be-unread')
}

/** Says why the reader may not resolve topics of a channel. */
export function resolveReason(actor: Actor): string | undefined {
  const { state, channel, isOnline } = actor
  if (!channel) return t('message.direct-stay')
  if (channel.is_archived) return t('message.archived')
  if (!isOnline) return t('message.needs-connection')
  if (mayResolve(organizationOf(state), selfOf(actor), ruledChannel(channel))) return undefined
  const who = [state.realm_can_resolve_topics_group, channel.can_resolve_topics_group]
  return onlyThese(state, who, 'message.only-may-resolve', 'message.nobody-may-resolve')
}

/** Says why the reader may not delete a whole topic. */
export function deleteTopicReason({ state, channel, isOnline }: Actor): string | undefined {
  if (!channel) return t('message.direct-stay')
  if (channel.is_archived) return t('message.archived')
  if (!isOnline) return t('message.needs-connection')
  if (state.is_admin === true) return undefined
  return t('message.only-may-delete-topic', { who: t('who.administrators') })
}

/** Says who may do something: the people and groups of any of these permissions. */
function onlyThese(
  state: State,
  settings: readonly (GroupSetting | undefined)[],
  some: WordId,
  nobody: WordId,
): string {
  const who = whoMay(state, ...settings.filter((setting) => setting !== undefined))
  return who === undefined ? t(nobody) : t(some, { who })
}
