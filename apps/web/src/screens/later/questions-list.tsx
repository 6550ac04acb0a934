import { useCallback, useEffect, useState } from 'preact/hooks'
import { loadRecent } from '#actions/load-recent.ts'
import { showToast } from '#actions/show-toast.ts'
import { useTimes } from '#parts/messages/use-times.ts'
import { widgetTitle } from '#parts/messages/widget-title.ts'
import { addressOfMessage } from '#state/addresses.ts'
import { destinationOf } from '#state/destination-of.ts'
import { destinationTitle } from '#state/destination-title.ts'
import { mostAnswered } from '#state/device.ts'
import { hasNewestOfAll, selectOpenQuestions } from '#state/open-questions.ts'
import { snippetOf } from '#state/snippet.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { LaterRow } from './later-row.tsx'

/** Direct messages and mentions that the reader has not answered. */
export const ToAnswerList = () => <QuestionsList kind="to-answer" />

/** Questions of the reader that nobody answered. */
export const AskedList = () => <QuestionsList kind="asked" />

function QuestionsList({ kind }: { readonly kind: 'to-answer' | 'asked' }) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const shown = useKnown((known) => selectOpenQuestions(known)[kind === 'asked' ? 'asked' : 'toAnswer'])
  const { isComplete, isLive, hasFailed, load } = useNewest()
  const { moment } = useTimes()
  return (
    <>
      <p class="later-note">{t(`later.about-${kind}`)}</p>
      {hasFailed && (
        <p class="later-problem" role="alert">
          {t('later.not-loaded')}{' '}
          <button type="button" class="button-link" onClick={load}>
            {t('later.try-again')}
          </button>
        </p>
      )}
      {!isComplete && !hasFailed && (
        <p class="later-note" role="status">
          {t(isLive ? 'later.loading' : 'later.no-connection')}
        </p>
      )}
      {isComplete && shown.length === 0 && <p class="later-note">{t(`later.no-${kind}`)}</p>}
      <ul>
        {shown.map((message) => (
          <LaterRow
            key={message.id}
            title={destinationTitle(state, destinationOf(message, state?.user_id ?? -1))}
            address={addressOfMessage(state, message)}
            text={widgetTitle(message, state?.user_id ?? -1) ?? snippetOf(message.content)}
            time={moment(message.timestamp)}
          >
            <a class="button-link" href={addressOfMessage(state, message)}>
              {t('later.open-question')}
            </a>
            <button type="button" class="button-link" onClick={() => finish(app, message.id)}>
              {t('later.done')}
            </button>
          </LaterRow>
        ))}
      </ul>
    </>
  )
}

/** Sees to it that the newest messages of all conversations are there. */
function useNewest() {
  const app = useApp()
  const isComplete = useKnown(hasNewestOfAll)
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    loadRecent(app).catch(() => setFailed(true))
  }, [app])
  useEffect(() => {
    if (isLive && !isComplete) load()
  }, [isLive, isComplete, load])
  return { isComplete, isLive, hasFailed: hasFailed && !isComplete, load }
}

/** Takes a question off the list, on this device. It can be brought back for a moment. */
function finish({ store }: App, id: number): void {
  const set = (answered: readonly number[]) => store.set({ device: { ...store.get().device, answered } })
  set([...store.get().device.answered, id].slice(-mostAnswered))
  showToast(
    { store },
    {
      name: 'question',
      kind: 'status',
      text: t('later.question-done'),
      undo: () => set(store.get().device.answered.filter((each) => each !== id)),
    },
  )
}
