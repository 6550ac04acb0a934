import type { MessageView } from '@tagma/contract/address.ts'
import { narrowKey, topicNarrow } from '@tagma/sync/messages/narrow.ts'
import { keepPlaces, keptPlaces } from '#kept/place-storage.ts'
import type { TopicDestination } from '#outbox/destination.ts'
import type { Anchor } from '#parts/messages/anchor.ts'
import type { ListHandle } from '#parts/messages/message-list.tsx'
import type { Known } from '#state/known.ts'
import { isUnread } from './opening.ts'

export type ListRef = { readonly current: ListHandle | null }

/** Places of reading of this session, by the key of the window. Undefined: the end. */
const places = new Map<string, Anchor | undefined>()
/** The lists that are open now, by the same key: a conversation that changes columns opens where it stood. */
const lists = new Map<string, ListRef>()

/** Notes that a list is open. Returns a function that notes its end. */
export function openList(key: string, list: ListRef): () => void {
  lists.set(key, list)
  return () => void (lists.get(key) === list && lists.delete(key))
}

/** Keeps the place where one was in this session. A list that is not there yet says nothing of it. */
export const savePlace = (key: string, { current }: ListRef): void =>
  void (current && places.set(key, current.anchor()))

/** Returns the place of this session; undefined at the end, too. */
export function placeOf(key: string): Anchor | undefined {
  const open = lists.get(key)?.current
  return open ? open.anchor() : places.get(key)
}

/** Returns the place that this device keeps of a conversation in which nothing is unread. */
export function keptPlace(view: MessageView, key: string, { state }: Known): Anchor | undefined {
  if (view.kind !== 'conversation' || !state || isUnread(state, view)) return undefined
  return places.has(key) ? places.get(key) : keptPlaces().get(key)
}

/** Takes the place in a topic along when all of it moves. In a topic that one has read already, one is where one was. */
export function movePlace(from: TopicDestination, to: TopicDestination): void {
  const before = keyOf(from)
  const after = keyOf(to)
  if (lists.has(before) || places.has(before)) {
    const anchor = placeOf(before)
    if (!places.has(after)) places.set(after, anchor)
    places.delete(before)
  }
  const kept = keptPlaces()
  const anchor = kept.get(before)
  if (!anchor) return
  if (!kept.has(after)) kept.set(after, anchor)
  kept.delete(before)
  keepPlaces(kept)
}

const keyOf = ({ channelId, topic }: TopicDestination) => narrowKey(topicNarrow(channelId, topic))

let remembering: Promise<unknown> | undefined

/** Has the device keep the places from now on. The code for it is not part of the first load. */
export const rememberSoon = (): void =>
  void (remembering ??= import('./remember-places.ts').then(
    ({ rememberPlaces }) => rememberPlaces(places, lists),
    () => (remembering = undefined),
  ))
