import { limits } from '@tagma/contract/limits.ts'
import { isResolved } from '@tagma/rules/topics.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Destination } from '#outbox/destination.ts'
import { channelById } from '#state/channels.ts'
import { peopleOf } from '#state/people.ts'

/** Something that the writer may have overlooked. */
export type Check =
  /** The topic is resolved. */
  | { readonly kind: 'resolved' }
  /** People who are mentioned, and do not get the message because they are not in the channel. */
  | { readonly kind: 'outsiders'; readonly userIds: readonly number[] }
  /** Guests in a direct conversation, where the organization wants members to be warned. */
  | { readonly kind: 'guests'; readonly userIds: readonly number[] }

// Code mentions nobody.
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
const mention = /@\*\*(?:([^*|\n]+)(?:\|(\d+))?|\|(\d+))\*\*/g
const everybody: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream'])

/** Returns the ids of the people that a text mentions, and whether it mentions everybody. */
export function mentionsIn(
  text: string,
  state: State,
): { readonly userIds: number[]; readonly isForAll: boolean } {
  const userIds = new Set<number>()
  let isForAll = false
  if (!text.includes('@**')) return { userIds: [], isForAll }
  const byName = new Map(
    (state.realm_users ?? []).map((person) => [person.full_name.toLowerCase(), person.user_id]),
  )
  for (const [, name = '', idOfName, bareId] of text.replaceAll(code, ' ').matchAll(mention)) {
    const id = Number(idOfName ?? bareId) || byName.get(name.toLowerCase())
    if (id) userIds.add(id)
    else if (everybody.has(name)) isForAll = true
  }
  return { userIds: [...userIds], isForAll }
}

/** Returns what the writer of a text may have overlooked. */
export function checksOf(state: State, to: Destination, text: string): Check[] {
  const people = peopleOf(state)
  if (to.kind === 'people') {
    const guests = to.userIds.filter((id) => people.get(id)?.is_guest)
    const isAsked = state.realm_enable_guest_user_dm_warning && !people.get(state.user_id ?? 0)?.is_guest
    return isAsked && guests.length > 0 && text !== '' ? [{ kind: 'guests', userIds: guests }] : []
  }
  const channel = channelById(state, to.channelId)
  // Of a large channel the page knows some subscribers only.
  const subscribers = channel?.subscribers && new Set(channel.subscribers)
  const outsiders = subscribers
    ? mentionsIn(text, state).userIds.filter((id) => !subscribers.has(id) && !people.get(id)?.is_bot)
    : []
  return [
    ...(isResolved(to.topic) && text !== '' ? [{ kind: 'resolved' } as const] : []),
    ...(outsiders.length > 0 ? [{ kind: 'outsiders', userIds: outsiders } as const] : []),
  ]
}

/** Returns how many people a text would notify as everybody, if they are so many that one is asked; else undefined. */
export function crowdOf(state: State, to: Destination, text: string): number | undefined {
  if (to.kind === 'people' || !mentionsIn(text, state).isForAll) return undefined
  const count = channelById(state, to.channelId)?.subscriber_count ?? 0
  return count > limits.wildcardMentionThreshold ? count : undefined
}
