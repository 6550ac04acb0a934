import { useRef, useState } from 'preact/hooks'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { useTimeZone } from '#parts/messages/use-times.ts'
import { dayStart } from '#state/day-start.ts'
import { useApp } from '#state/use-app.ts'
import { fieldTime } from '#state/zoned-time.ts'
import { t } from '#words/words.ts'

interface DayDialogProps {
  readonly onClose: () => void
  /** Is given the moment at which the day begins for the reader. */
  readonly onChoose: (moment: Date) => void
}

/** Asks for a day at which to read on. */
export function DayDialog({ onClose, onChoose }: DayDialogProps) {
  const { clock } = useApp()
  const timeZone = useTimeZone()
  const input = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  const today = fieldTime(clock.now(), timeZone).slice(0, 10)
  const choose = () => {
    const { value } = input.current!
    if (value === '') return setMissing(true)
    onClose()
    onChoose(dayStart(value, timeZone))
  }
  return (
    <Dialog
      title={t('conversation.go-to-day')}
      onClose={onClose}
      onSubmit={choose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="button button-main">
            {t('conversation.go-there')}
          </button>
        </>
      }
    >
      <label class="form">
        {t('conversation.day')}
        <input
          ref={input}
          class="field"
          type="date"
          autofocus
          max={today}
          defaultValue={today}
          aria-invalid={isMissing}
        />
      </label>
      {isMissing && <p role="alert">{t('conversation.no-day')}</p>}
    </Dialog>
  )
}
