import {
  type AddressLookups,
  type AddressNames,
  addressOf,
  parseAddress,
  type View,
} from '@tagma/contract/address.ts'
import { type Message, othersOf } from '@tagma/sync/messages/message.ts'
import type { State } from '@tagma/sync/state.ts'
import { channelById, channelsById } from './channels.ts'
import { type Conversation, peopleKey, topicKey } from './conversations.ts'
import { peopleOf } from './people.ts'

/** Returns the address of a view, with the names that the page knows. */
export const addressFor = (state: State | undefined, view: View): string => addressOf(view, namesIn(state))

/** Returns the view that an address names. */
export const viewAt = (state: State | undefined, address: string): View =>
  parseAddress(address, lookupsIn(state))

const namesIn = (state: State | undefined): AddressNames => ({
  ...(state?.user_id === undefined ? {} : { ownUserId: state.user_id }),
  channelName: (id) => channelById(state, id)?.name,
  groupName: (id) => state?.realm_user_groups?.find((group) => group.id === id)?.name,
})

const lookupsIn = (state: State | undefined): AddressLookups => ({
  ...(state?.user_id === undefined ? {} : { ownUserId: state.user_id }),
  channelId: (name) => [...channelsById(state).values()].find((channel) => channel.name === name)?.stream_id,
  userId: (email) => [...peopleOf(state).values()].find((person) => person.email === email)?.user_id,
})

/** Returns the view of a conversation. */
export function viewOf(
  { channelId, topic, userIds }: Pick<Conversation, 'channelId' | 'topic' | 'userIds'>,
  ownId: number,
): View {
  const conversation =
    channelId === undefined
      ? ({ kind: 'direct', userIds: userIds?.length ? userIds : [ownId] } as const)
      : ({ kind: 'topic', channelId, topic } as const)
  return { kind: 'conversation', conversation }
}

/** Returns the address of a message: its conversation, at its place there. */
export function addressOfMessage(state: State | undefined, message: Message): string {
  const ownId = state?.user_id ?? -1
  const view = viewOf(
    {
      channelId: message.stream_id,
      topic: message.subject,
      userIds: message.stream_id === undefined ? othersOf(message, ownId) : undefined,
    },
    ownId,
  )
  return addressFor(state, view.kind === 'conversation' ? { ...view, at: { near: message.id } } : view)
}

/** Returns the key of the conversation that a view shows, or undefined. */
export function conversationKeyOf(view: View, ownId: number): string | undefined {
  if (view.kind !== 'conversation') return undefined
  const { conversation } = view
  return conversation.kind === 'topic'
    ? topicKey(conversation.channelId, conversation.topic)
    : peopleKey(conversation.userIds.filter((id) => id !== ownId).toSorted((a, b) => a - b))
}
