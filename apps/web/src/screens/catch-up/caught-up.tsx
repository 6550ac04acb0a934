import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import { useState } from 'preact/hooks'
import { titleOf } from '#screens/conversation/conversation-title.ts'
import { addressFor } from '#state/addresses.ts'
import {
  type Card,
  type Decided,
  type Decision,
  newCards,
  placeOfCard,
  type Round,
  stillHolds,
  withNews,
} from '#state/catch-up.ts'
import { channelById } from '#state/channels.ts'
import type { Known } from '#state/known.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { tryAgain, undo, viewOfCard } from './decide.ts'
import { changeRound } from './use-round.ts'

/** The end of a round: what was done, each with a way back, and what came meanwhile. */
export function CaughtUp({ round }: { readonly round: Round }) {
  const app = useApp()
  const news = useKnown((known) => newCards(round, known).length)
  const known = useKnown((all) => all.state)
  // A toast, or another device, may have undone something.
  const held = round.decided.filter(({ at, decision }) => {
    const card = presentOf(app.store.get(), round.cards[at]!)
    return known !== undefined && stillHolds({ state: known }, card, decision)
  })
  const places = [...new Set(held.map(({ at }) => at))].toSorted((a, b) => a - b)
  return (
    <div class="page-scroll caught-up" tabIndex={-1}>
      <div class="page-inner">
        <div class="caught-up-head" role="status">
          <h2>{t(round.cards.length === 0 ? 'catch-up.all-read' : 'catch-up.through')}</h2>
          <p>
            {round.cards.length === 0
              ? t('catch-up.all-read-text')
              : t('catch-up.through-text', { count: round.cards.length })}
          </p>
        </div>
        <p class="caught-up-steps">
          {news > 0 && (
            <button
              type="button"
              class="button button-main"
              onClick={() => changeRound((present) => withNews(present, app.store.get()))}
            >
              {t('catch-up.news', { count: news })}
            </button>
          )}
          <a class="button" href="#inbox">
            {t('catch-up.to-inbox')}
          </a>
        </p>
        {places.length > 0 && (
          <>
            <h3 class="caught-up-title">{t('catch-up.what-was-done')}</h3>
            <ul class="caught-up-list">
              {places.map((at) => (
                <Row
                  key={at}
                  card={presentOf(app.store.get(), round.cards[at]!)}
                  decided={held.filter((each) => each.at === at)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

const presentOf = (known: Known, card: Card): Card => ({ ...card, ...placeOfCard(known, card) })

interface RowProps {
  readonly card: Card
  readonly decided: readonly Decided[]
}

/** A conversation, with what was decided about it. */
function Row({ card, decided }: RowProps) {
  const app = useApp()
  const { state } = app.store.get()
  const view = viewOfCard(app, card)
  const channel = card.channelId === undefined ? undefined : channelById(state, card.channelId)
  return (
    <li class="caught-up-row">
      <a href={addressFor(state, view)} dir="auto">
        {channel && <span class="caught-up-channel">{channel.name} › </span>}
        {titleOf(state, view)}
      </a>
      <ul>
        {decided.map((each) => (
          <Deed key={each.decision.kind} {...each} />
        ))}
      </ul>
    </li>
  )
}

/** Something that was decided, and the way back. */
function Deed({ at, decision, failure }: Decided) {
  const app = useApp()
  const [isUndoing, setUndoing] = useState(false)
  const text = textOf(decision)
  const takeBack = () => {
    setUndoing(true)
    void undo(app, at, decision).finally(() => setUndoing(false))
  }
  if (failure !== undefined)
    return (
      <li class="caught-up-failed" role="alert">
        <span>{t('catch-up.not-marked', { reason: failure })}</span>
        <button type="button" class="button-link" onClick={() => tryAgain(app, at, decision)}>
          {t('conversation.try-again')}
        </button>
      </li>
    )
  return (
    <li>
      <span>{text}</span>
      {decision.kind !== 'kept' && decision.kind !== 'answered' && (
        <button
          type="button"
          class="button-link"
          aria-label={t('catch-up.undo', { what: text })}
          disabled={isUndoing}
          onClick={takeBack}
        >
          {t('toast.undo')}
        </button>
      )}
    </li>
  )
}

function textOf(decision: Decision): string {
  switch (decision.kind) {
    case 'read':
      return t('catch-up.did-read', { count: decision.ids.length })
    case 'policy':
      if (decision.policy === visibilityPolicies.followed) return t('catch-up.did-follow')
      if (decision.policy === visibilityPolicies.muted) return t('catch-up.did-mute')
      return t(
        decision.before === visibilityPolicies.followed ? 'catch-up.did-unfollow' : 'catch-up.did-unmute',
      )
    case 'resolved':
      return t(decision.isResolved ? 'catch-up.did-resolve' : 'catch-up.did-reopen')
    case 'answered':
      return t('catch-up.did-answer')
    case 'kept':
      return t('catch-up.did-keep')
  }
}
