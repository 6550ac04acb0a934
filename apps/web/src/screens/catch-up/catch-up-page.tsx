import { ChevronLeft } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { CatchUpCard } from './catch-up-card.tsx'
import { CaughtUp } from './caught-up.tsx'
import { goTo } from './decide.ts'
import { useRound } from './use-round.ts'
import { Waiting } from './waiting.tsx'

/** The unread conversations, one after another, each as a card that one key or swipe decides on. */
export function CatchUpPage() {
  const round = useRound()
  const page = useRef<HTMLElement>(null)
  const isOffline = useKnown(({ connection }) => connection.state === 'waiting')
  const at = round?.at
  useEffect(() => {
    if (at !== undefined) takeFocus(page.current)
  }, [at])
  const count = round?.cards.length ?? 0
  const isAtCard = round !== undefined && round.at < count
  return (
    <section ref={page} class="page catch-up" aria-label={t('shell.catch-up')}>
      <PageHead title={t('shell.catch-up')} back="#inbox">
        {isAtCard && (
          <>
            <span class="catch-up-count" role="status">
              {t('catch-up.place', { at: round.at + 1, count })}
            </span>
            <IconButton
              icon={ChevronLeft}
              turns
              label={t('catch-up.previous')}
              disabled={round.at === 0}
              onClick={() => goTo(round.at - 1)}
            />
          </>
        )}
      </PageHead>
      {isAtCard && <div class="catch-up-way" style={{ '--done': `${(round.at / count) * 100}%` }} />}
      {isOffline && (
        <p class="catch-up-offline" role="status">
          {t('catch-up.offline')}
        </p>
      )}
      {round === undefined ? (
        <Waiting />
      ) : isAtCard ? (
        <CatchUpCard key={round.at} card={round.cards[round.at]!} at={round.at} />
      ) : (
        <CaughtUp round={round} />
      )}
    </section>
  )
}

/** Gives the focus to the card, or to what was decided, so that keys go on. Whoever writes elsewhere is left there. */
function takeFocus(page: HTMLElement | null): void {
  const { activeElement } = document
  const isFree =
    activeElement === document.body || activeElement?.closest('.catch-up, .list-column, .places') !== null
  if (isFree) page?.querySelector<HTMLElement>('.catch-up-card, .caught-up')?.focus({ preventScroll: true })
}
