import { useRef, useState } from 'preact/hooks'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { t, type WordId } from '#words/words.ts'
import { laterTimes, localValue } from './later-times.ts'

interface TimeQuestionProps {
  readonly onClose: () => void
  readonly onChoose: (date: Date) => void
}

/** Asks for the day and the time at which a message is sent. */
export function TimeQuestion({ onClose, onChoose }: TimeQuestionProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<WordId>()
  const choose = () => {
    const date = new Date(input.current!.value)
    if (Number.isNaN(date.getTime())) return setProblem('compose.no-time')
    if (date.getTime() <= Date.now()) return setProblem('compose.past-time')
    onClose()
    onChoose(date)
  }
  return (
    <Dialog
      title={t('compose.send-later')}
      onClose={onClose}
      onSubmit={choose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="button button-main">
            {t('compose.schedule')}
          </button>
        </>
      }
    >
      <label class="editor-time">
        {t('compose.when')}
        <input
          ref={input}
          class="field"
          type="datetime-local"
          autofocus
          min={localValue(new Date())}
          defaultValue={localValue(laterTimes(new Date())[0]?.date ?? new Date())}
          aria-invalid={problem !== undefined}
        />
      </label>
      {problem && <p role="alert">{t(problem)}</p>}
    </Dialog>
  )
}
