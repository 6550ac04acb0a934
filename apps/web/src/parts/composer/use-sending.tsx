import type { ComponentChildren } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'
import { sendMessage } from '#actions/send-message.ts'
import { showError } from '#actions/show-error.ts'
import type { Destination } from '#outbox/destination.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { later } from '#parts/lazy.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { crowdOf } from './checks.ts'

const scheduling = later(() => import('#actions/schedule-message.ts'))

interface Sending {
  readonly send: (text: string) => void
  readonly sendAt: (text: string, date: Date) => void
  /** A question that has to be answered before a text is sent. */
  readonly question: ComponentChildren
}

/** Sends what is written, now or later, after asking where many would be notified. `onSent` empties the box. */
export function useSending(to: Destination, onSent: (isLater: boolean) => void): Sending {
  const app = useApp()
  const [asked, setAsked] = useState<{ readonly count: number; readonly run: () => void }>()
  const latest = useRef({ to, onSent })
  latest.current = { to, onSent }
  const ask = useCallback(
    (text: string, run: () => void) => {
      const { state } = app.store.get()
      const count = state && crowdOf(state, latest.current.to, text)
      if (count === undefined) run()
      else setAsked({ count, run })
    },
    [app],
  )
  const send = useCallback(
    (text: string) =>
      ask(text, () => {
        const { to: place } = latest.current
        const { holdSeconds } = app.store.get().device
        const localId = sendMessage(app, place, text, holdSeconds)
        latest.current.onSent(false)
        if (holdSeconds > 0)
          import('#actions/offer-to-take-back.ts').then(
            ({ offerToTakeBack }) => offerToTakeBack(app, { localId, to: place, holdSeconds }),
            () => undefined,
          )
      }),
    [app, ask],
  )
  const sendAt = useCallback(
    (text: string, date: Date) =>
      ask(text, () => {
        const destination = latest.current.to
        scheduling
          .get()
          .then(({ scheduleMessage }) => scheduleMessage(app, destination, text, date))
          .then((isTaken) => isTaken && latest.current.onSent(true))
          .catch((error: unknown) => showError(app, error))
      }),
    [app, ask],
  )
  const question = asked && (
    <Question
      title={t('compose.everybody-title', { count: asked.count })}
      text={<p>{t('compose.everybody-text')}</p>}
      action={t('compose.everybody-send')}
      onClose={() => setAsked(undefined)}
      onConfirm={() => {
        setAsked(undefined)
        asked.run()
      }}
    />
  )
  return { send, sendAt, question }
}
