import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { State } from '@tagma/sync/state.ts'
import { type Conversation, isResolved, newestFirst, peopleKey, topicKey } from './conversations.ts'
import type { Known } from './known.ts'
import { selectConversations, selectInboxOrder } from './selectors.ts'

/** A conversation with unread messages, as it was when catching up began. */
export interface Card extends Pick<Conversation, 'channelId' | 'topic' | 'userIds' | 'hasMention'> {
  /** Ids of the messages that were unread, ascending: at least one. */
  readonly unreadIds: readonly number[]
  readonly isFollowed: boolean
}

/** Something that was decided about a card. Several decisions may be taken about one card. */
export type Decision =
  | { readonly kind: 'read'; readonly ids: readonly number[] }
  /** `policy` took the place of `before`. */
  | { readonly kind: 'policy'; readonly policy: number; readonly before: number }
  | { readonly kind: 'resolved'; readonly isResolved: boolean }
  | { readonly kind: 'answered' }
  | { readonly kind: 'kept' }

export interface Decided {
  /** The place of the card among the cards. */
  readonly at: number
  readonly decision: Decision
  /** The reason why the server refused it. */
  readonly failure?: string
}

/** The conversations that are caught up on, one after another. Their order never changes. */
export interface Round {
  readonly cards: readonly Card[]
  /** The place of the card that is shown; behind the last one when all were shown. */
  readonly at: number
  /** In the order in which they were taken. */
  readonly decided: readonly Decided[]
}

/** Begins a round with all that is unread now and not muted. */
export function beginRound(known: Known): Round {
  return { cards: cardsOf(known), at: 0, decided: [] }
}

/** Returns the cards of conversations with unread messages that count: people and mentions, then followed ones, then by folder. */
function cardsOf(known: Known): readonly Card[] {
  const order = new Map(selectInboxOrder(known).map((id, at) => [id, at]))
  const placeOf = ({ channelId }: Conversation) => order.get(channelId ?? -1) ?? order.size
  const rank = ({ userIds, hasMention, isFollowed }: Conversation) => {
    if (userIds) return 0
    if (hasMention) return 1
    return isFollowed ? 2 : 3
  }
  return selectConversations(known)
    .filter(({ counted }) => counted > 0)
    .toSorted(
      (a, b) => rank(a) - rank(b) || (rank(a) === 3 ? placeOf(a) - placeOf(b) : 0) || newestFirst(a, b),
    )
    .map(({ channelId, topic, userIds, hasMention, isFollowed }) => {
      const place = { channelId, topic, userIds }
      return { ...place, hasMention, isFollowed, unreadIds: unreadIdsOf(known.state, place) }
    })
    .filter(({ unreadIds }) => unreadIds.length > 0)
}

/** Returns the ids of the unread messages of a conversation, ascending. */
export function unreadIdsOf(
  state: State | undefined,
  { channelId, topic, userIds }: Pick<Card, 'channelId' | 'topic' | 'userIds'>,
): readonly number[] {
  const unread = state?.unread_msgs
  if (!unread) return []
  if (channelId !== undefined) {
    const key = topicKey(channelId, topic)
    return (
      unread.streams.find((group) => topicKey(group.stream_id, group.topic) === key)?.unread_message_ids ?? []
    )
  }
  const ownId = state.user_id ?? -1
  const key = peopleKey(userIds ?? [])
  const pair = unread.pms.find(({ other_user_id: id }) => peopleKey(id === ownId ? [] : [id]) === key)
  const idsIn = (text: string) =>
    text
      .split(',')
      .map(Number)
      .filter((id) => id !== ownId)
  const several = unread.huddles.find(({ user_ids_string: ids }) => peopleKey(idsIn(ids)) === key)
  return (pair ?? several)?.unread_message_ids ?? []
}

/** Goes to a card. Cards that were read meanwhile are passed over. */
export function goOn(round: Round, from: number, state: State | undefined): Round {
  const unread = allUnread(state)
  // By messages, because a topic may have another name by now.
  const at = round.cards.findIndex(
    ({ unreadIds }, place) => place >= from && unreadIds.some((id) => unread.has(id)),
  )
  return { ...round, at: at < 0 ? round.cards.length : at }
}

function allUnread(state: State | undefined): ReadonlySet<number> {
  const { streams = [], pms = [], huddles = [] } = state?.unread_msgs ?? {}
  return new Set([...streams, ...pms, ...huddles].flatMap((group) => group.unread_message_ids))
}

/** Goes on with the conversations that got messages since the round began. They come behind the cards that are there. */
export function withNews(round: Round, known: Known): Round {
  const news = newCards(round, known)
  return news.length === 0 ? round : { ...round, cards: [...round.cards, ...news], at: round.cards.length }
}

/** Returns the cards of conversations with unread messages that no card of the round has. */
export function newCards({ cards }: Round, known: Known): readonly Card[] {
  const shown = new Set(cards.flatMap(({ unreadIds }) => unreadIds))
  return cardsOf(known)
    .map((card) => ({ ...card, unreadIds: card.unreadIds.filter((id) => !shown.has(id)) }))
    .filter(({ unreadIds }) => unreadIds.length > 0)
}

/**
 * Notes a decision. One about a policy, or about being resolved, takes the place of the earlier one about the same card; where
 * it leads back to how things were, neither is left.
 */
export function withDecision(round: Round, at: number, decision: Decision): Round {
  const earlier = round.decided.find((each) => each.at === at && each.decision.kind === decision.kind)
  const others = round.decided.filter((each) => each !== earlier)
  return {
    ...round,
    decided: [...others, ...merged(earlier?.decision, decision).map((next) => ({ at, decision: next }))],
  }
}

function merged(earlier: Decision | undefined, decision: Decision): readonly Decision[] {
  if (earlier?.kind === 'policy' && decision.kind === 'policy') {
    const { before } = earlier
    return before === decision.policy ? [] : [{ ...decision, before }]
  }
  if (earlier?.kind === 'resolved' && decision.kind === 'resolved')
    return earlier.isResolved === decision.isResolved ? [decision] : []
  return [decision]
}

/** Takes a decision out of the list: it was undone. */
export function withoutDecision(round: Round, at: number, kind: Decision['kind']): Round {
  return { ...round, decided: round.decided.filter((each) => each.at !== at || each.decision.kind !== kind) }
}

/** Notes why the server refused a decision. Without a reason, it is asked once more. */
export function withFailure(
  round: Round,
  at: number,
  kind: Decision['kind'],
  failure: string | undefined,
): Round {
  return {
    ...round,
    decided: round.decided.map((each) =>
      each.at === at && each.decision.kind === kind
        ? { at, decision: each.decision, ...(failure === undefined ? {} : { failure }) }
        : each,
    ),
  }
}

/** Returns where the messages of a card are now: a topic may have been renamed or moved. */
export function placeOfCard(
  { messages, state }: Pick<Known, 'messages' | 'state'>,
  { channelId, topic, userIds, unreadIds }: Card,
): Pick<Card, 'channelId' | 'topic' | 'userIds'> {
  const last = unreadIds.at(-1) ?? 0
  const message = messages.byId.get(last)
  if (message?.stream_id !== undefined)
    return { channelId: message.stream_id, topic: message.subject, userIds: undefined }
  const group =
    message === undefined && channelId !== undefined
      ? state?.unread_msgs?.streams.find(({ unread_message_ids: ids }) => ids.includes(last))
      : undefined
  return group
    ? { channelId: group.stream_id, topic: group.topic, userIds: undefined }
    : { channelId, topic, userIds }
}

/** Gives a card the name that its topic has now. */
export function withTopic(round: Round, at: number, topic: string): Round {
  return { ...round, cards: round.cards.map((card, place) => (place === at ? { ...card, topic } : card)) }
}

/** Whether a decision still holds: lines elsewhere in the page can undo it, too. `card` says where its messages are now. */
export function stillHolds({ state }: Pick<Known, 'state'>, card: Card, decision: Decision): boolean {
  switch (decision.kind) {
    case 'read': {
      const unread = new Set(unreadIdsOf(state, card))
      return !decision.ids.every((id) => unread.has(id))
    }
    case 'policy': {
      const key = topicKey(card.channelId ?? -1, card.topic)
      const set = state?.user_topics?.find((each) => topicKey(each.stream_id, each.topic_name) === key)
      return (set?.visibility_policy ?? visibilityPolicies.inherit) === decision.policy
    }
    case 'resolved':
      return isResolved(card) === decision.isResolved
    case 'kept':
      return unreadIdsOf(state, card).length > 0
    case 'answered':
      return true
  }
}
