import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { Composer } from '#parts/composer/composer.tsx'
import { Announcements } from '#parts/messages/announcements.tsx'
import { useReader } from '#parts/messages/use-reader.ts'
import { useSwipe } from '#parts/swipe/use-swipe.ts'
import { SelectionBar } from '#screens/conversation/selection-bar.tsx'
import { TypingLine } from '#screens/conversation/typing-line.tsx'
import { useSelection } from '#screens/conversation/use-selection.ts'
import { type Card, placeOfCard } from '#state/catch-up.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { CardActs } from './card-acts.tsx'
import { CardHead } from './card-head.tsx'
import { type CardHandle, CardMessages } from './card-messages.tsx'
import { answered, fetchNext, finish, keep, viewOfCard } from './decide.ts'
import { useCardActs } from './use-card-acts.ts'
import { useCardKeys } from './use-card-keys.ts'
import { useCard } from './use-card.ts'

interface CatchUpCardProps {
  /** As it was when the round began. */
  readonly card: Card
  readonly at: number
}

/** A conversation to catch up on: two read messages, the unread ones, and what can be decided about it. */
export function CatchUpCard({ card: begun, at }: CatchUpCardProps) {
  const app = useApp()
  const id = useId()
  const element = useRef<HTMLElement>(null)
  const list = useRef<CardHandle | null>(null)
  const reader = useReader()
  const card = usePresent(begun)
  const view = useMemo(() => viewOfCard(app, card), [app, card])
  const messages = useCard(view, card.unreadIds[0] ?? 0)
  const selection = useSelection(messages.key, messages.ids)
  const [isAnswering, setAnswering] = useState(false)
  const placed = { at, card }
  const answer = useCallback(() => setAnswering(true), [])
  const acts = useCardActs(placed, { messages, list, answer })
  useCardKeys(acts, list)
  useEffect(() => {
    if (isAnswering) element.current?.querySelector<HTMLElement>('[data-composer] textarea')?.focus()
  }, [isAnswering])
  const isHere = messages.window !== undefined
  useEffect(() => {
    if (isHere) fetchNext(app, at)
  }, [app, at, isHere])
  const back = () => {
    setAnswering(false)
    element.current?.focus({ preventScroll: true })
  }
  useCommand('leave', () => {
    if (document.activeElement?.closest('.catch-up-card .composer') == null) return false
    back()
    return undefined
  })
  const swipe = useSwipe({
    of: '.catch-up-card',
    except: 'pre, table, .katex-display, video, audio, input, textarea, .edit-box, .composer',
    deeds: () => ({ end: () => finish(app, placed), start: () => keep(app, placed) }),
  })
  const [tools, setTools] = useState<Tools>()
  return (
    <section ref={element} class="catch-up-card" tabIndex={-1} aria-labelledby={id} {...swipe}>
      <CardHead id={id} card={card} view={view} />
      <CardMessages {...{ view, messages, reader, selection, list }} answer={answer} onTools={setTools} />
      <Announcements
        conversation={messages.key}
        ids={messages.ids}
        find={(each) => app.store.get().messages.byId.get(each)}
        hasNewest={messages.window?.hasNewest === true}
        reader={reader}
      />
      <TypingLine view={view} />
      {isAnswering && (
        <Composer
          to={destinationOf(card)}
          onSent={(isLater) => {
            back()
            if (!isLater) answered(app, placed)
          }}
        />
      )}
      {selection.ids.size > 0 && tools ? (
        <SelectionBar selection={selection} {...tools} />
      ) : (
        <CardActs acts={acts} isAnswering={isAnswering} />
      )}
    </section>
  )
}

/** Further actions on messages, which the list of the card has. */
export type Tools = Pick<Parameters<typeof SelectionBar>[0], 'rightsOf' | 'ask'>

/** Returns a card with the place where its messages are now. The same object until they move. */
function usePresent(card: Card): Card {
  const channelId = useKnown((known) => placeOfCard(known, card).channelId)
  const topic = useKnown((known) => placeOfCard(known, card).topic)
  return useMemo(() => ({ ...card, channelId, topic }), [card, channelId, topic])
}

const destinationOf = ({ channelId, topic, userIds }: Card) =>
  channelId === undefined
    ? ({ kind: 'people', userIds: userIds ?? [] } as const)
    : ({ kind: 'topic', channelId, topic } as const)
