import { ById } from '@tagma/sync/messages/by-id.ts'
import { placeEchoes } from '@tagma/sync/messages/echoes.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { emptyMessages, type Messages } from '@tagma/sync/messages/messages.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Known } from '#state/known.ts'

// A copy is kept in parts: the state's long lists, runs of messages, and the head, which is all the rest. Only parts that
// changed are written again. The head has an excerpt of the others, with which the conversation that was open can be
// drawn before ten thousand people are read.

/** The parts of the page's knowledge that are kept. */
export type Keepable = Pick<Known, 'state' | 'messages' | 'topics'>

/** The state's lists that are kept apart, each with the field by which an item is known. */
const lists = {
  realm_users: 'user_id',
  realm_non_active_users: 'user_id',
  subscriptions: 'stream_id',
  unsubscribed: 'stream_id',
  never_subscribed: 'stream_id',
  streams: 'stream_id',
  realm_user_groups: 'id',
} as const satisfies Partial<Record<keyof State, string>>

type ListName = keyof typeof lists
const listNames = Object.keys(lists) as ListName[]

/** Names of the state's fields that are kept apart. */
export const apart: readonly (ListName | 'presences')[] = [...listNames, 'presences']

type Item = Readonly<Record<string, unknown>>
const itemsOf = (state: State, name: ListName) => state[name] as readonly Item[] | undefined

/** Windows with more messages are not in an excerpt. */
const mostMessages = 200

/** Returns the windows on the screen, with their messages, the people and channels in them, and no others. */
export function excerptOf({ state, messages }: { state: State; messages: Messages }): {
  readonly state: State
  readonly messages: Messages
} {
  const shown = messages.shown.flatMap((key) => {
    const window = messages.windows.get(key)
    return window && window.ids.length <= mostMessages ? [[key, window] as const] : []
  })
  const found = shown.flatMap(([, { ids }]) => ids.flatMap((id) => messages.byId.get(id) ?? []))
  const people = new Set([state.user_id, ...shown.flatMap(([key]) => idsIn(key)), ...found.flatMap(peopleIn)])
  const channels = new Set([...found.flatMap(channelsIn), ...shown.flatMap(([key]) => idsIn(key))])
  const named: Readonly<Record<string, (item: Item) => boolean>> = {
    user_id: (item) => people.has(item['user_id'] as number),
    stream_id: (item) => channels.has(item['stream_id'] as number),
    id: () => true,
  }
  const parts: Partial<Record<string, unknown>> = {}
  for (const name of listNames) {
    const items = itemsOf(state, name)
    if (items) parts[name] = items.filter(named[lists[name]]!)
  }
  parts['realm_user_groups'] = state.realm_user_groups?.map((group) => ({
    ...group,
    members: group.members.filter((id) => people.has(id)),
  }))
  const { presences } = state
  if (presences)
    parts['presences'] = Object.fromEntries(
      Object.entries(presences).filter(([id]) => people.has(Number(id))),
    )
  return {
    state: { ...state, ...parts },
    messages: {
      ...emptyMessages,
      byId: ById.from(found.map((message) => [message.id, message])),
      windows: new Map(shown),
    },
  }
}

/** Numbers in the key of a window: ids of its channel or of its people are among them. */
const idsIn = (key: string): number[] => [...key.matchAll(/\d+/g)].map(([id]) => Number(id))

/** Returns the people whose names a message shows. */
const peopleIn = ({ sender_id, content, reactions, submessages, participants }: Message): number[] => [
  sender_id,
  ...participants,
  ...reactions.map(({ user_id }) => user_id),
  ...submessages.map((each) => each.sender_id),
  ...[...content.matchAll(/data-user-id="(\d+)"/g)].map(([, id]) => Number(id)),
]

const channelsIn = ({ stream_id, content }: Message): number[] => [
  ...(stream_id === undefined ? [] : [stream_id]),
  ...[...content.matchAll(/data-stream-id="(\d+)"/g)].map(([, id]) => Number(id)),
]

/**
 * Puts the whole copy behind what an excerpt began. What the page knows already stays, in the same objects: it may have
 * changed since, and it is drawn.
 */
export function withWhole(present: Keepable, whole: Keepable): Keepable {
  if (!present.state || !whole.state) return present
  const parts: Partial<Record<string, unknown>> = {}
  for (const name of listNames) {
    const items = itemsOf(whole.state, name)
    if (!items) continue
    const field = lists[name]
    // Groups of an excerpt lack members.
    const known = field === 'id' ? [] : (itemsOf(present.state, name) ?? [])
    const byId = new Map(known.map((item) => [item[field], item]))
    parts[name] = items.map((item) => byId.get(item[field]) ?? item)
  }
  if (whole.state.presences) parts['presences'] = { ...whole.state.presences, ...present.state.presences }
  const { messages } = present
  const state = { ...present.state, ...parts }
  const all: Messages = {
    ...messages,
    byId: whole.messages.byId.withAll(messages.byId.entries()),
    windows: new Map([...whole.messages.windows, ...messages.windows]),
    singles: whole.messages.singles,
  }
  // Messages on their way stand in windows that were not there when they were read from the outbox.
  return { state, messages: placeEchoes(all, factsOf(state)), topics: present.topics }
}
