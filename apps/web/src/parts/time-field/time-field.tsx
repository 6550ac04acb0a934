import { useId } from 'preact/hooks'
import { useTimeZone } from '#parts/messages/use-times.ts'
import { deviceTimeZone, isSameTime } from '#state/time-zone.ts'
import { useApp } from '#state/use-app.ts'
import { fieldTime } from '#state/zoned-time.ts'
import { t } from '#words/words.ts'

interface TimeFieldProps {
  readonly label: string
  /** In the zone of the reader's profile, as `fieldTime` gives it: `2026-11-22T14:02`. */
  readonly value: string
  readonly onValue: (value: string) => void
  readonly takesFocus?: boolean
  readonly isInvalid?: boolean
}

/**
 * A field for a day and a time in the future, in the time zone of the reader's profile. If the device shows another time, the
 * field names the zone.
 */
export function TimeField({ label, value, onValue, takesFocus = false, isInvalid = false }: TimeFieldProps) {
  const { clock } = useApp()
  const id = useId()
  const zone = useTimeZone()
  const now = clock.now()
  const isElsewhere = !isSameTime(zone, deviceTimeZone(), now)
  return (
    <div class="form-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="field"
        type="datetime-local"
        required
        autofocus={takesFocus}
        min={fieldTime(now, zone)}
        value={value}
        aria-invalid={isInvalid}
        aria-describedby={isElsewhere ? `${id}-zone` : undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {isElsewhere && (
        <small id={`${id}-zone`} class="time-field-zone">
          {t('compose.zone', { zone: zone.replaceAll('_', ' ') })}
        </small>
      )}
    </div>
  )
}
