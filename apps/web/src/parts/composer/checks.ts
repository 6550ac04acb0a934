import { limits } from '@tagma/contract/limits.ts'
import { isResolved } from '@tagma/rules/topics.ts'
import type { Messages } from '@tagma/sync/messages/messages.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Destination } from '#outbox/destination.ts'
import { channelById } from '#state/channels.ts'
import { crowdOf, crowdProblem } from '#state/crowd.ts'
import { peopleOf } from '#state/people.ts'
import { remember } from '#state/remember.ts'

/** Something that the writer may have overlooked. */
export type Check =
  /** The topic is resolved. */
  | { readonly kind: 'resolved' }
  /** People who are mentioned, and do not get the message because they are not in the channel. */
  | { readonly kind: 'outsiders'; readonly userIds: readonly number[] }
  /** Guests in a direct conversation, where the organization wants members to be warned. */
  | { readonly kind: 'guests'; readonly userIds: readonly number[] }
  /** The text mentions more people at once than its writer may mention: the server would refuse it. */
  | { readonly kind: 'crowd'; readonly reason: string }

// Code mentions nobody.
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
const mention = /@\*\*(?:([^*|\n]+)(?:\|(\d+))?|\|(\d+))\*\*/g
// A quote notifies nobody.
const quote = /^ {0,3}>.*$/gm
const everybody: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream'])

interface Mentioned {
  readonly userIds: number[]
  /** Everybody in the channel. */
  readonly isForChannel: boolean
  /** Everybody who takes part in the topic. */
  readonly isForTopic: boolean
}

// Each key in a text that mentions somebody asks: of thousands of names, a list is made once.
const idsByName = remember(
  (people: State['realm_users']): ReadonlyMap<string, number> =>
    new Map((people ?? []).map((person) => [person.full_name.toLowerCase(), person.user_id])),
)

/** Returns the people that a text mentions. */
export function mentionsIn(text: string, state: State): Mentioned {
  const userIds = new Set<number>()
  let isForChannel = false
  let isForTopic = false
  if (!text.includes('@**')) return { userIds: [], isForChannel, isForTopic }
  for (const [, name = '', idOfName, bareId] of told(text).matchAll(mention)) {
    const id = Number(idOfName ?? bareId) || idsByName(state.realm_users).get(name.toLowerCase())
    if (id) userIds.add(id)
    else if (everybody.has(name)) isForChannel = true
    else if (name === 'topic') isForTopic = true
  }
  return { userIds: [...userIds], isForChannel, isForTopic }
}

const told = (text: string) => text.replaceAll(code, ' ').replaceAll(quote, ' ')

/** Returns what the writer of a text may have overlooked. */
export function checksOf(state: State, messages: Messages, to: Destination, text: string): Check[] {
  const people = peopleOf(state)
  if (to.kind === 'people') {
    const guests = to.userIds.filter((id) => people.get(id)?.is_guest)
    const isAsked = state.realm_enable_guest_user_dm_warning && !people.get(state.user_id ?? 0)?.is_guest
    return isAsked && guests.length > 0 && text !== '' ? [{ kind: 'guests', userIds: guests }] : []
  }
  const channel = channelById(state, to.channelId)
  // Of a large channel the page knows some subscribers only.
  const subscribers = channel?.subscribers
  const outsiders = subscribers
    ? mentionsIn(text, state).userIds.filter((id) => !subscribers.includes(id) && !people.get(id)?.is_bot)
    : []
  const reason = textProblem(state, messages, to, text)
  return [
    ...(reason === undefined ? [] : [{ kind: 'crowd', reason } as const]),
    ...(isResolved(to.topic) && text !== '' ? [{ kind: 'resolved' } as const] : []),
    ...(outsiders.length > 0 ? [{ kind: 'outsiders', userIds: outsiders } as const] : []),
  ]
}

/** Returns why a text mentions more people at once than its writer may, or undefined. */
export function textProblem(
  state: State,
  messages: Messages,
  to: Destination,
  text: string,
): string | undefined {
  const { isForChannel, isForTopic } = mentionsIn(text, state)
  if (!isForChannel && !isForTopic) return undefined
  const { channel, topic } = crowdOf(state, messages, to)
  return crowdProblem(state, Math.max(isForChannel ? channel : 0, isForTopic ? topic : 0))
}

/** Returns how many people a mention of everybody would notify, if so many that the writer has to confirm it; else undefined. */
export function askedFor(state: State, to: Destination, text: string): number | undefined {
  if (to.kind === 'people' || !mentionsIn(text, state).isForChannel) return undefined
  const count = channelById(state, to.channelId)?.subscriber_count ?? 0
  return count > limits.wildcardMentionThreshold ? count : undefined
}
