import { Bell, BellOff, Check, CheckCheck, Clock, type IconNode, Reply } from 'lucide'
import { isTopicMuted } from '#actions/set-topic-policy.ts'
import { writeProblem } from '#parts/composer/write-problem.ts'
import { actorIn } from '#screens/conversation/actor.ts'
import { resolveReason } from '#screens/conversation/message-rights.ts'
import { isResolved } from '#state/conversations.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { CardHandle } from './card-messages.tsx'
import {
  finish,
  isFollowed,
  keep,
  next,
  type Placed,
  toggleFollowed,
  toggleMuted,
  toggleResolved,
  topicOf,
} from './decide.ts'
import type { CardMessages } from './use-card.ts'

/** Something that is decided about a card: by its button, or by its key. */
export interface CardAct {
  readonly key: 'r' | 'f' | 'm' | 'x' | 'u' | 'e' | ' '
  readonly label: string
  readonly icon: IconNode
  /** Whether the icon turns in a mirrored page. */
  readonly turns?: boolean
  /** Whether it holds already; undefined for what is done once. */
  readonly isOn?: boolean
  /** The reason why it cannot be done. */
  readonly reason?: string | undefined
  readonly act: () => void
}

interface CardActsOptions {
  readonly messages: CardMessages
  readonly list: { readonly current: CardHandle | null }
  readonly answer: () => void
}

/** Returns what can be decided about a card, and why not. */
export function useCardActs(placed: Placed, { messages, list, answer }: CardActsOptions): readonly CardAct[] {
  const app = useApp()
  const { card } = placed
  const { channelId, userIds } = card
  const topic = topicOf(card)
  const problem = useKnown(({ state }) =>
    writeProblem(state, topic ? { kind: 'topic', ...topic } : { kind: 'people', userIds: userIds ?? [] }),
  )
  const cannotResolve = useKnown(() => (topic ? resolveReason(actorIn(app, channelId)) : undefined))
  const followed = useKnown(() => topic !== undefined && isFollowed(app, topic))
  const muted = useKnown(() => topic !== undefined && isTopicMuted(app, topic))
  const resolved = isResolved(card)
  const ofTopic: readonly CardAct[] = [
    {
      key: 'f',
      label: t(followed ? 'catch-up.unfollow' : 'catch-up.follow'),
      icon: Bell,
      isOn: followed,
      act: () => toggleFollowed(app, placed),
    },
    {
      key: 'm',
      label: t(muted ? 'catch-up.unmute' : 'catch-up.mute'),
      icon: BellOff,
      isOn: muted,
      act: () => toggleMuted(app, placed),
    },
    {
      key: 'x',
      label: t(resolved ? 'catch-up.reopen' : 'catch-up.resolve'),
      icon: Check,
      isOn: resolved,
      reason: cannotResolve,
      act: () => void toggleResolved(app, placed),
    },
  ]
  return [
    { key: 'r', label: t('catch-up.answer'), icon: Reply, turns: true, reason: problem, act: answer },
    ...(topic ? ofTopic : []),
    { key: 'u', label: t('catch-up.later'), icon: Clock, act: () => keep(app, placed) },
    { key: 'e', label: t('catch-up.done'), icon: CheckCheck, act: () => finish(app, placed) },
    { key: ' ', label: t('catch-up.on'), icon: CheckCheck, act: goOn },
  ]

  /** Scrolls on. Whoever has come to the end has read all, if reading marks anything at all. */
  function goOn(): void {
    if (list.current?.scroll(1)) return
    if (messages.hasMore) return messages.showMore()
    const policy = app.store.get().state?.user_settings?.web_mark_read_on_scroll_policy ?? 1
    // Messages that are not here were not read.
    if (!messages.window || policy === neverMarks) next(app, placed)
    else finish(app, placed)
  }
}

/** `web_mark_read_on_scroll_policy`: reading marks nothing. */
const neverMarks = 3
