import type { ComponentChildren } from 'preact'
import { useCallback, useRef } from 'preact/hooks'
import { sendMessage } from '#actions/send-message.ts'
import { showError } from '#actions/show-error.ts'
import { showFailure } from '#actions/show-toast.ts'
import { destinationKey, type Destination } from '#outbox/destination.ts'
import { later, lazy } from '#parts/lazy.tsx'
import { useStateOf } from '#parts/use-state-of.ts'
import { useApp } from '#state/use-app.ts'
import { learn, t } from '#words/words.ts'

const checks = later(async () => {
  await learn('checks')
  // With the question that they may ask: a text that waits for it must not wait for a part that cannot be loaded.
  const [parts] = await Promise.all([import('./checks.ts'), import('#parts/dialog/dialog.tsx')])
  return parts
})
const Question = lazy(async () => (await import('#parts/dialog/dialog.tsx')).Question)
const scheduling = later(() => import('#actions/schedule-message.ts'))

interface Sending {
  readonly send: (text: string) => void
  readonly sendAt: (text: string, date: Date) => void
  /** A question that has to be answered before a text is sent. */
  readonly question: ComponentChildren
}

interface Asked {
  readonly count: number
  readonly run: () => void
}

/** Where a text is sent from. */
interface SendingFrom {
  readonly to: Destination
  readonly onSent: (isLater: boolean) => void
  readonly setAsked: (asked: Asked) => void
}

/** Sends what is written, now or later, after asking where many would be notified. `onSent` empties the box. */
export function useSending(to: Destination, onSent: (isLater: boolean) => void): Sending {
  const app = useApp()
  const [asked, setAsked] = useStateOf<Asked | undefined>(destinationKey(to), () => undefined)
  const present: SendingFrom = { to, onSent, setAsked }
  const latest = useRef(present)
  latest.current = present
  const ask = useCallback(
    (text: string, run: (sending: SendingFrom) => void) => {
      // A text goes where it was written, whatever is open when an answer comes.
      const sending = latest.current
      if (!text.includes('@**')) return run(sending)
      const check = ({ askedFor, textProblem }: Awaited<ReturnType<typeof checks.get>>) => {
        const { state, messages } = app.store.get()
        const problem = state && textProblem(state, messages, sending.to, text)
        if (problem !== undefined) return showFailure(app, 'checks', problem)
        const count = state && askedFor(state, sending.to, text)
        if (count === undefined) run(sending)
        else sending.setAsked({ count, run: () => run(sending) })
      }
      const part = checks.now()
      if (part) check(part)
      // Without a network the checks may not be loaded. Then only the server decides.
      else checks.get().then(check, () => run(sending))
    },
    [app],
  )
  const send = useCallback(
    (text: string) =>
      ask(text, ({ to: place, onSent: tellSent }) => {
        const { holdSeconds } = app.store.get().device
        const localId = sendMessage(app, place, text, holdSeconds)
        tellSent(false)
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
      ask(text, ({ to: destination, onSent: tellSent }) => {
        scheduling
          .get()
          .then(({ scheduleMessage }) => scheduleMessage(app, destination, text, date))
          .then((isTaken) => isTaken && tellSent(true))
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
