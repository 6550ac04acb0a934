import type { ComponentChildren } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'
import { sendMessage } from '#actions/send-message.ts'
import { showError } from '#actions/show-error.ts'
import { showFailure } from '#actions/show-toast.ts'
import type { Destination } from '#outbox/destination.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { later } from '#parts/lazy.tsx'
import { useApp } from '#state/use-app.ts'
import { learn, t } from '#words/words.ts'

const checks = later(async () => {
  await learn('checks')
  return import('./checks.ts')
})
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
      if (!text.includes('@**')) return run()
      const check = ({ askedFor, textProblem }: Awaited<ReturnType<typeof checks.get>>) => {
        const { state, messages } = app.store.get()
        const problem = state && textProblem(state, messages, latest.current.to, text)
        if (problem !== undefined) return showFailure(app, 'checks', problem)
        const count = state && askedFor(state, latest.current.to, text)
        if (count === undefined) run()
        else setAsked({ count, run })
      }
      const part = checks.now()
      if (part) check(part)
      // Without a network the checks may not be loaded. Then only the server decides.
      else checks.get().then(check, run)
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
      title={t('checks.everybody-title', { count: asked.count })}
      text={<p>{t('checks.everybody-text')}</p>}
      action={t('checks.everybody-send')}
      onClose={() => setAsked(undefined)}
      onConfirm={() => {
        setAsked(undefined)
        asked.run()
      }}
    />
  )
  return { send, sendAt, question }
}
