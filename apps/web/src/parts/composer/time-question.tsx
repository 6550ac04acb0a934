import { useState } from 'preact/hooks'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { useTimeZone } from '#parts/messages/use-times.ts'
import { TimeField } from '#parts/time-field/time-field.tsx'
import { useApp } from '#state/use-app.ts'
import { fieldTime, momentOf } from '#state/zoned-time.ts'
import { t, type WordId } from '#words/words.ts'

interface TimeQuestionProps {
  readonly onClose: () => void
  readonly onChoose: (date: Date) => void
}

/** Asks for the day and the time at which a message is sent. */
export function TimeQuestion({ onClose, onChoose }: TimeQuestionProps) {
  const { clock } = useApp()
  const zone = useTimeZone()
  const [value, setValue] = useState(() => fieldTime(clock.now() + 3_600_000, zone))
  const [problem, setProblem] = useState<WordId>()
  const choose = () => {
    const at = momentOf(value, zone)
    if (Number.isNaN(at)) return setProblem('compose.no-time')
    if (at <= clock.now()) return setProblem('compose.past-time')
    onClose()
    onChoose(new Date(at))
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
      <TimeField
        label={t('compose.when')}
        value={value}
        onValue={setValue}
        takesFocus
        isInvalid={problem !== undefined}
      />
      {problem && <p role="alert">{t(problem)}</p>}
    </Dialog>
  )
}
