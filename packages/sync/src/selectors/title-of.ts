import type { Narrow } from '../messages/narrow.ts'
import type { State } from '../state.ts'
import { channelOf } from './channels.ts'
import { nameOf } from './people.ts'

/** The parts of a conversation's title. Names that the user may not know are undefined; words for them are the client's. */
export type Title =
  | { readonly kind: 'topic'; readonly channel: string | undefined; readonly topic: string }
  | { readonly kind: 'channel'; readonly channel: string | undefined }
  /** Names of the others in alphabetical order; oneself for notes to oneself. */
  | { readonly kind: 'direct'; readonly names: readonly (string | undefined)[] }
  /** No single conversation. */
  | { readonly kind: 'filter' }

/** Returns the title of a canonical narrow. */
export function titleOf(state: State, narrow: Narrow): Title {
  const operand = (name: string) =>
    narrow.find(({ operator, negated }) => operator === name && !negated)?.operand
  const others = narrow.filter(({ operator }) => operator !== 'with' && operator !== 'near').length
  const [channelId, topic, dm] = [operand('channel'), operand('topic'), operand('dm')]
  if (typeof channelId === 'number' && others === (topic === undefined ? 1 : 2)) {
    const channel = channelOf(state, channelId)?.name
    if (topic === undefined) return { kind: 'channel', channel }
    return { kind: 'topic', channel, topic: String(topic) }
  }
  return Array.isArray(dm) && others === 1
    ? { kind: 'direct', names: namesOfDirect(state, dm) }
    : { kind: 'filter' }
}

/** Returns the names of the people of a direct conversation, oneself left out unless alone. */
export function namesOfDirect(state: State, userIds: readonly number[]): (string | undefined)[] {
  const others = userIds.filter((id) => id !== state.user_id)
  const shown = others.length > 0 ? others : state.user_id === undefined ? [] : [state.user_id]
  return shown.map((id) => nameOf(state, id)).toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))
}
