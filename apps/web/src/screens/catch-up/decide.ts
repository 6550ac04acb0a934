import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { loadUnread } from '#actions/load-messages.ts'
import { markConversationRead, markUnreadAgain } from '#actions/mark-conversation.ts'
import { setResolved } from '#actions/set-resolved.ts'
import {
  heardPolicy,
  isTopicMuted,
  type Policy,
  setTopicPolicy,
  topicPolicy,
} from '#actions/set-topic-policy.ts'
import { errorText, showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import {
  type Card,
  type Decision,
  goOn,
  placeOfCard,
  unreadIdsOf,
  withDecision,
  withFailure,
  withTopic,
  withoutDecision,
} from '#state/catch-up.ts'
import { isResolved, resolvedPrefix } from '#state/conversations.ts'
import { narrowOf, windowOf } from '#state/message-window.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { hasCard } from './use-card.ts'
import { changeRound, presentRound } from './use-round.ts'

/** A card with its place in the round. */
export interface Placed {
  readonly at: number
  readonly card: Card
}

/** Returns the view of a card's conversation. */
export function viewOfCard(app: App, { channelId, topic, userIds }: Card) {
  const view = viewOf({ channelId, topic, userIds }, app.store.get().state?.user_id ?? -1)
  if (view.kind !== 'conversation') throw new Error('A card is a conversation.')
  return view
}

/** Goes to the next card. */
export const next = (app: App, { at }: Placed): void =>
  changeRound((round) => goOn(round, at + 1, app.store.get().state))

/** Shows a card again. */
export const goTo = (at: number): void => changeRound((round) => ({ ...round, at }))

const note = (at: number, decision: Decision): void =>
  changeRound((round) => withDecision(round, at, decision))
const drop = (at: number, kind: Decision['kind']): void =>
  changeRound((round) => withoutDecision(round, at, kind))

/** Marks a card's conversation as read, and goes on. Undo brings the card back. */
export function finish(app: App, placed: Placed): void {
  const { at, card } = placed
  const { state } = app.store.get()
  const ids = unreadIdsOf(state, card)
  if (ids.length > 0) {
    note(at, { kind: 'read', ids })
    void tellRead(app, at, ids)
    showToast(app, {
      name: 'read',
      kind: 'status',
      text: t('conversation.marked-read', { count: ids.length }),
      undo: () => {
        void undoRead(app, at, ids)
        goTo(at)
      },
    })
  }
  next(app, placed)
}

/** Answers of the server that are waited for, by the place of the card: a mark is taken back after it was set. */
const telling = new Map<number, Promise<void>>()

async function tellRead(app: App, at: number, ids: readonly number[]): Promise<void> {
  const card = presentCard(app, at)
  if (!card) return
  const narrow = narrowOf(viewOfCard(app, card), app.store.get().state?.user_id ?? -1)
  changeRound((round) => withFailure(round, at, 'read', undefined))
  const told = markConversationRead(app, narrow, ids).catch((error: unknown) => {
    changeRound((round) => withFailure(round, at, 'read', errorText(error)))
    showError(app, error)
  })
  telling.set(at, told)
  await told
  if (telling.get(at) === told) telling.delete(at)
}

async function undoRead(app: App, at: number, ids: readonly number[]): Promise<void> {
  await telling.get(at)
  try {
    await markUnreadAgain(app, ids)
    drop(at, 'read')
  } catch (error) {
    showError(app, error)
  }
}

/** Leaves a card's conversation unread, and goes on. */
export function keep(app: App, placed: Placed): void {
  note(placed.at, { kind: 'kept' })
  next(app, placed)
}

/** Follows a card's topic, or ends that. */
export function toggleFollowed(app: App, placed: Placed): void {
  const topic = topicOf(placed.card)
  if (!topic) return
  const { inherit, followed } = visibilityPolicies
  setPolicy(app, placed, topicPolicy(app, topic) === followed ? inherit : followed)
}

/** Mutes a card's topic and goes on, or has it heard again. */
export function toggleMuted(app: App, placed: Placed): void {
  const topic = topicOf(placed.card)
  if (!topic) return
  if (isTopicMuted(app, topic)) return setPolicy(app, placed, heardPolicy(app, topic.channelId))
  setPolicy(app, placed, visibilityPolicies.muted)
  next(app, placed)
}

function setPolicy(app: App, { at, card }: Placed, policy: Policy): void {
  const topic = topicOf(card)
  if (!topic) return
  const before = topicPolicy(app, topic)
  note(at, { kind: 'policy', policy, before })
  void setTopicPolicy(app, topic, policy).then(() => {
    // The server refused it.
    if (topicPolicy(app, topic) === before) drop(at, 'policy')
  })
}

/** Resolves a card's topic, or opens it again. */
export async function toggleResolved(app: App, { at, card }: Placed): Promise<void> {
  const topic = topicOf(card)
  const lastId = card.unreadIds.at(-1)
  if (!topic || lastId === undefined) return
  const wanted = !isResolved(topic)
  if (!(await setResolved(app, topic, lastId, wanted))) return
  const bare = topic.topic.replace(/^(?:✔ )+/, '')
  changeRound((round) => withTopic(round, at, wanted ? `${resolvedPrefix}${bare}` : bare))
  note(at, { kind: 'resolved', isResolved: wanted })
}

/** Notes that somebody answered a card, and goes to the conversation if the settings say so. */
export function answered(app: App, { at, card }: Placed): void {
  note(at, { kind: 'answered' })
  const { state } = app.store.get()
  if (state?.user_settings?.web_navigate_to_sent_message === false) return
  app.go(addressFor(state, viewOfCard(app, card)))
  showToast(app, {
    name: 'catch-up',
    kind: 'status',
    text: t('catch-up.answer-sent'),
    action: { label: t('catch-up.go-on'), run: () => app.go('#catch-up') },
  })
}

/** Asks the server once more for what it refused. */
export function tryAgain(app: App, at: number, decision: Decision): void {
  if (decision.kind === 'read') void tellRead(app, at, decision.ids)
}

/** Takes a decision back. */
export async function undo(app: App, at: number, decision: Decision): Promise<void> {
  const card = presentCard(app, at)
  const topic = card && topicOf(card)
  switch (decision.kind) {
    case 'read':
      return undoRead(app, at, decision.ids)
    case 'policy':
      if (!topic) return
      await setTopicPolicy(app, topic, decision.before as Policy)
      if (topicPolicy(app, topic) === decision.before) drop(at, 'policy')
      return
    case 'resolved': {
      const lastId = card?.unreadIds.at(-1)
      if (!topic || lastId === undefined) return
      if (await setResolved(app, topic, lastId, !decision.isResolved)) drop(at, 'resolved')
      return
    }
    case 'kept':
      return drop(at, 'kept')
    case 'answered':
  }
}

/** Fetches the messages of the card behind one, so that it is there at once. */
export function fetchNext(app: App, at: number): void {
  const round = presentRound()
  const known = app.store.get()
  if (!round || known.connection.state !== 'live') return
  const card = presentCard(app, goOn(round, at + 1, known.state).at)
  const from = card?.unreadIds[0]
  if (!card || from === undefined) return
  const view = viewOfCard(app, card)
  if (hasCard(windowOf(known, view), from)) return
  // The card asks once more when it is shown.
  loadUnread(app, narrowOf(view, known.state?.user_id ?? -1), from).catch(() => undefined)
}

/** Returns a card with the place where its messages are now. */
function presentCard(app: App, at: number): Card | undefined {
  const card = presentRound()?.cards[at]
  return card && { ...card, ...placeOfCard(app.store.get(), card) }
}

/** Returns the topic of a card, if it is one. */
export const topicOf = ({ channelId, topic }: Pick<Card, 'channelId' | 'topic'>) =>
  channelId === undefined ? undefined : { channelId, topic }

/** Whether the reader follows a topic. */
export const isFollowed = (
  app: App,
  topic: { readonly channelId: number; readonly topic: string },
): boolean => topicPolicy(app, topic) === visibilityPolicies.followed
