import type { Payload } from '@tagma/contract/define.ts'
import type { ErrorCode } from '@tagma/contract/errors.ts'
import type { events } from '@tagma/contract/events.ts'
import type { realmUpdateDictEvent } from '@tagma/contract/events/realm.ts'
import type { Channel, Subscription } from '@tagma/contract/objects/channel.ts'
import type { MessageFlag } from '@tagma/contract/objects/message.ts'
import type { MessageParts } from './message-parts.ts'
import type { PresenceRow } from './presence-row.ts'

// The events that actions emit and announce. Most of them go to clients as the contract declares them; the others are
// declared here, each with the reason for its difference. These are types only: at run time nothing of them exists.

/** Any JSON value. */
type Json = Payload<typeof realmUpdateDictEvent>['data'][string]

/** A value that nobody may change: all queues that get a row share it. Does not look into arbitrary JSON, which has no end. */
type Fixed<T> = [Json] extends [T] ? T : T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T

/** An event as clients get it, without its id. */
export type ClientEvent = Fixed<Payload<(typeof events)[number]>>

/** Types of which clients get something other than the row, whatever the operation; heartbeats have no row at all. */
type Reshaped = 'message' | 'update_message' | 'delete_message' | 'user_group' | 'presence' | 'heartbeat'

type ClientEventOf<T extends ClientEvent['type'], O extends string> = Extract<ClientEvent, { type: T; op: O }>

/** The events whose row is what clients get, or what those clients get that understand most. */
type Plain = Exclude<
  ClientEvent,
  { type: Reshaped } | { type: 'realm_user'; op: 'add' } | { type: 'subscription'; op: 'add' | 'peer_remove' }
>

/** A new message. The row has its id and what differs between recipients; the shaper presents the message itself. */
export interface MessageSent {
  readonly type: 'message'
  readonly message_id: number
  /** Flags by user id; users without flags are left out. */
  readonly flags: Readonly<Record<string, readonly MessageFlag[]>>
  /** If set, the message is unread only for these users. */
  readonly unread_for?: readonly number[]
  /** Submessage that makes it a poll or a to-do list. */
  readonly widget?: MessageParts['submessages'][number]
  /** Bot that the message gives a command: it is not called once more for a mention. */
  readonly command_bot?: number
  /** Queue of the sending client, and its own name for the message. */
  readonly local?: { readonly queue_id: string; readonly local_id: string }
}

/** An edit or a move. The row has no flags: each user is told their own, as they are at that moment. */
export interface MessageUpdated extends Omit<Extract<ClientEvent, { type: 'update_message' }>, 'flags'> {
  /**
   * Flags by user id that the previous content gave. Notifications need them: people it already concerned are not
   * notified again.
   */
  readonly prior_flags?: Readonly<Record<string, readonly MessageFlag[]>>
}

/** Deleted messages, always as a list; clients that know no lists get an event for each. */
export interface MessagesDeleted extends Omit<
  Extract<ClientEvent, { type: 'delete_message' }>,
  'message_ids' | 'message_id'
> {
  readonly message_ids: readonly number[]
}

/** Settings of a subscriber for a channel. */
export type PersonalPart = Omit<Subscription, keyof Channel | 'subscribers' | 'partial_subscribers'>

/** Users who were subscribed together. The row has the channels once, and each user's settings for them beside. */
interface Subscribed {
  readonly type: 'subscription'
  readonly op: 'add'
  readonly subscriptions: readonly (Channel & { readonly subscribers: readonly number[] })[]
  /** By user id, in the order of `subscriptions`. */
  readonly personal: Readonly<Record<string, readonly PersonalPart[]>>
  /** Set if the event is only for clients that were told the archived channel was gone. */
  readonly unarchived?: true
}

/** Subscribers who left channels. A mark tells apart the row for those who left together. */
export type SubscribersLeft = ClientEventOf<'subscription', 'peer_remove'> & {
  /** Set if the audience are the users themselves, who still know the channel: each is told of the others. */
  readonly together?: true
}

/** A channel that was archived or brought back. Clients that know no archived channels get the channel, or lose it. */
export type ChannelArchived = ClientEventOf<'stream', 'update'> & {
  readonly value: boolean
  /** The channel after the change. */
  readonly channel: Channel
}

/** A user who joined or came into sight. Each viewer may see other parts of the person: the row has the id only. */
export interface UserAdded {
  readonly type: 'realm_user'
  readonly op: 'add'
  readonly user_id: number
}

/** A change that viewers see differently. The row names the field; its value for each viewer comes from the directory. */
export interface UserChanged {
  readonly type: 'realm_user'
  readonly op: 'update'
  readonly user_id: number
  readonly about: 'email' | 'avatar' | 'timezone'
}

/** A group that was deactivated or came back. Clients that know no deactivated groups get the group, or lose it. */
export interface GroupActivity {
  readonly type: 'user_group'
  readonly op: 'update'
  readonly group_id: number
  readonly data: { readonly deactivated: boolean }
  readonly group: ClientEventOf<'user_group', 'add'>['group']
}

/** Any other change of a group, with marks that decide who is told. */
export type GroupChanged = Extract<ClientEvent, { type: 'user_group' }> & {
  /** Set for a deactivated group: clients without such groups are not told. */
  readonly ofDeactivated?: true
  /** Set if members are removed for guests who lost sight of them. */
  readonly outOfSight?: true
}

/** Somebody who came online; announced, never a row. Each client gets it in the format that it understands. */
export interface CameOnline {
  readonly type: 'presence'
  readonly entry: PresenceRow
  /** UNIX seconds. */
  readonly at: number
  /** Ids of the guests who may not see the user. */
  readonly unseenBy: readonly number[]
}

/** Queues that end, so that every process lets go of them; neither list means all of the organization. For no client. */
export interface QueuesEnded {
  readonly type: 'queues_ended'
  readonly queueIds?: readonly string[]
  readonly userIds?: readonly number[]
  /** The error that their polls get. */
  readonly code: ErrorCode
  readonly message: string
}

/** Changes of the directory without an event of their own: the row carries their `touches`. For no client. */
interface Touched {
  readonly type: 'touch'
}

/** A row that was emptied because it told of somebody who is erased. For no client. */
interface Erased {
  readonly type: 'erased'
}

/** An event as actions emit and announce it, and as rows of the log carry it. */
export type LogEvent =
  | Plain
  | MessageSent
  | MessageUpdated
  | MessagesDeleted
  | Subscribed
  | SubscribersLeft
  | ChannelArchived
  | UserAdded
  | UserChanged
  | GroupActivity
  | GroupChanged
  | CameOnline
  | QueuesEnded
  | Touched
  | Erased

export type LogEventType = LogEvent['type']
export type LogEventOf<T extends LogEventType> = Extract<LogEvent, { type: T }>

/** Events that are not worth a row: live queues get them, nobody reads them later. */
export type Announced = LogEventOf<'typing' | 'typing_edit_message' | 'presence'>

interface KnownByType {
  message: MessageParts
}

/** Result of the look-ups of a type's shaper, if the emitting action has it at hand; undefined for all other types. */
export type KnownOf<T extends LogEventType> = T extends keyof KnownByType ? KnownByType[T] : undefined
