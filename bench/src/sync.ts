import { roles } from '@tagma/contract/roles.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { applyEvent } from '@tagma/sync/apply-event.ts'
import { addPage } from '@tagma/sync/messages/add-page.ts'
import { applyToMessages } from '@tagma/sync/messages/apply-to-messages.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { emptyMessages, type Messages } from '@tagma/sync/messages/messages.ts'
import { topicNarrow } from '@tagma/sync/messages/narrow.ts'
import type { State, SyncEvent } from '@tagma/sync/state.ts'
import type { Figure, Measurement } from './figure.ts'

const users = 10_000
const channels = 1_000
const topics = 1_600
/** Unread messages in each topic. */
const unread = 10
const windows = 30
/** Messages in each window. */
const held = 430
/** The events of each kind. */
const rounds = 400

/**
 * Measures what an event costs a client of a large organization, without the network and the screen. The registration
 * is made here, because a server would need minutes to fill.
 */
export const sync: Measurement = {
  name: 'sync',
  title: 'Events in a client that knows 10,000 users and 16,000 unread messages',
  run: () => {
    const state = largeState()
    const messages = manyMessages(state)
    const figures = Object.entries(kinds(messages)).flatMap(([name, make]) => [
      ...measure(name, make, state, messages),
    ])
    return Promise.resolve(figures)
  },
}

/** Goals in milliseconds for events that come rarely; 0.1 for all others. */
const rare: Readonly<Record<string, number>> = {
  'move of 100 messages': 0.3,
  'topic muted': 0.3,
  'user deactivated': 2,
}

/** Returns the median and the slowest of many events of one kind, in milliseconds. */
function measure(name: string, make: (round: number) => object, before: State, messages: Messages): Figure[] {
  const times: number[] = []
  const timesOfMessages: number[] = []
  let [state, holding] = [before, messages]
  // The first quarter lets Node compile the code.
  for (let round = 0; round < rounds * 1.25; round++) {
    const event = make(round) as SyncEvent
    const started = performance.now()
    state = applyEvent(state, event)
    const applied = performance.now()
    holding = applyToMessages(holding, event, factsOf(state))
    if (round < rounds * 0.25) continue
    times.push(applied - started)
    timesOfMessages.push(performance.now() - applied)
  }
  const figures: Figure[] = [
    { name: `${name}: state`, ...figure(times), atMost: rare[name] ?? 0.1 },
    { name: `${name}: messages`, ...figure(timesOfMessages), atMost: rare[name] ?? 0.1 },
  ]
  // A kind of event that changes nothing here tells nothing.
  return figures.filter(({ name: title }) =>
    title.endsWith('state') ? state !== before : holding !== messages,
  )
}

function figure(times: number[]): Pick<Figure, 'value' | 'unit' | 'note'> {
  const sorted = times.toSorted((a, b) => a - b)
  const worst = sorted.at(-1) ?? 0
  return {
    value: sorted[sorted.length >> 1] ?? 0,
    unit: 'ms',
    note: `slowest of ${sorted.length}: ${worst.toFixed(2)} ms`,
  }
}

const flags = (op: 'add' | 'remove', messages: number[]) => ({
  type: 'update_message_flags',
  op,
  flag: 'read',
  messages,
  all: false,
})

/** Id of an unread message: its topic and its place in the topic. */
const unreadId = (topic: number, place: number) => topic * unread + place + 1

const firstNew = topics * unread + 1

const inTopic = (id: number, topic: number) => ({
  id,
  type: 'stream',
  sender_id: 1 + (id % users),
  content: '<p>Grey?</p>',
  stream_id: 1 + (topic % channels),
  subject: `Topic ${topic}`,
  display_recipient: 'channel',
  topic_links: [],
  is_me_message: false,
  reactions: [],
  submessages: [],
  timestamp: 1_700_000_000 + id,
})

type Kinds = Record<string, (round: number) => object>

/** Makes events of each kind; a round gives each another place. */
const kinds = (messages: Messages): Kinds => ({
  ...ofMessages([...messages.byId].map(([id]) => id)),
  ...ofOthers,
})

function ofMessages(ids: readonly number[]): Kinds {
  return {
    message: (round) => ({
      type: 'message',
      flags: [],
      message: inTopic(firstNew + ids.length + round, round % topics),
    }),
    'read, 1 message': (round) => flags('add', [unreadId(round, 3)]),
    'read, 100 messages': (round) =>
      flags('add', [
        ...Array.from({ length: 10 }, (_, place) => unreadId(round, place)),
        ...ids.slice(round * 20, round * 20 + 90),
      ]),
    'unread again': (round) => ({
      ...flags('remove', [firstNew + ids.length + round]),
      message_details: {
        [firstNew + ids.length + round]: { type: 'stream', stream_id: 1 + round, topic: `Topic ${round}` },
      },
    }),
    reaction: (round) => ({
      type: 'reaction',
      op: 'add',
      message_id: ids[round],
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
      user_id: 1,
    }),
    'move of 100 messages': (round) => ({
      type: 'update_message',
      message_id: ids[0],
      message_ids: [...Array.from({ length: 10 }, (_, place) => unreadId(0, place)), ...ids.slice(0, 90)],
      flags: [],
      rendering_only: false,
      edit_timestamp: 1,
      stream_id: round % 2 === 0 ? 1 : 2,
      new_stream_id: round % 2 === 0 ? 2 : 1,
      orig_subject: 'Topic 0',
    }),
    delete: (round) => ({
      type: 'delete_message',
      message_type: 'stream',
      message_ids: [ids[round], unreadId(round, 5)],
    }),
  }
}

const ofOthers: Kinds = {
  'user changed': (round) => ({
    type: 'realm_user',
    op: 'update',
    person: { user_id: 1 + round * 7, full_name: `Name ${round}` },
  }),
  'user deactivated': (round) => ({
    type: 'realm_user',
    op: 'update',
    person: { user_id: 1 + round * 7, is_active: false },
  }),
  presence: (round) => ({
    type: 'presence',
    presences: { [1 + round * 7]: { active_timestamp: round, idle_timestamp: round } },
  }),
  'somebody subscribed': (round) => ({
    type: 'subscription',
    op: 'peer_add',
    stream_ids: [1 + round],
    user_ids: [users - round],
  }),
  'topic muted': (round) => ({
    type: 'user_topic',
    stream_id: 1 + round,
    topic_name: `topic ${round}`,
    last_updated: 1,
    visibility_policy: visibilityPolicies.muted,
  }),
  'channel changed': (round) => ({
    type: 'stream',
    op: 'update',
    stream_id: 1 + round,
    name: '',
    property: 'description',
    value: `${round}`,
  }),
  'member added to a group': (round) => ({
    type: 'user_group',
    op: 'add_members',
    group_id: 1,
    user_ids: [1 + round],
  }),
}

/** Makes the registration of a user who is subscribed to all channels. */
function largeState(): State {
  const people = Array.from({ length: users }, (_, index) => ({
    user_id: index + 1,
    full_name: `Person ${index}`,
    email: `user${index + 1}@example.com`,
    is_active: true,
    role: roles.member,
    profile_data: {},
  }))
  return {
    queue_id: 'queue',
    last_event_id: -1,
    user_id: 1,
    realm_users: people,
    realm_non_active_users: [],
    realm_user_groups: [{ id: 1, name: 'makers', members: [], direct_subgroup_ids: [] }],
    subscriptions: Array.from({ length: channels }, (_, index) => ({
      stream_id: index + 1,
      name: `Channel ${index}`,
      is_muted: index % 20 === 0,
      subscriber_count: 200,
      subscribers: Array.from({ length: 200 }, (__, member) => 1 + ((member * 50 + index) % users)),
    })),
    unsubscribed: [],
    never_subscribed: [],
    user_topics: Array.from({ length: 100 }, (_, index) => ({
      stream_id: index + 1,
      topic_name: `Muted ${index}`,
      last_updated: 1,
      visibility_policy: visibilityPolicies.muted,
    })),
    presences: Object.fromEntries(
      people.map(({ user_id }) => [user_id, { active_timestamp: 1, idle_timestamp: 1 }]),
    ),
    max_message_id: firstNew,
    recent_private_conversations: [],
    starred_messages: [],
    unread_msgs: {
      count: topics * unread,
      pms: [],
      streams: Array.from({ length: topics }, (_, topic) => ({
        stream_id: 1 + (topic % channels),
        topic: `Topic ${topic}`,
        unread_message_ids: Array.from({ length: unread }, (__, place) => unreadId(topic, place)),
      })),
      huddles: [],
      mentions: [],
      old_unreads_missing: false,
    },
  } as unknown as State
}

/** Fills as many windows as a client keeps. */
function manyMessages(state: State): Messages {
  let messages = emptyMessages
  for (let topic = 0; topic < windows; topic++) {
    const start = firstNew + topic * held
    const page = Array.from({ length: held }, (_, place) => ({ ...inTopic(start + place, topic), flags: [] }))
    messages = addPage(
      messages,
      topicNarrow(1 + (topic % channels), `Topic ${topic}`),
      { messages: page as never, anchor: 0, found_oldest: true, found_newest: true },
      { facts: factsOf(state), asOf: messages.position },
    )
  }
  return messages
}
