import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '#words/words.ts'
import type { ControlProps } from './organization-control.tsx'

const day = 86_400
/** Times that are offered, in seconds. */
const times = [120, 600, 3600, day, 7 * day, 30 * day, 90 * day, 365 * day, 1095 * day]
const seconds = [
  [day, 'organization.time.days'],
  [3600, 'organization.time.hours'],
  [60, 'organization.time.minutes'],
  [1, 'organization.time.seconds'],
] as const

/** Returns a number of seconds in the largest unit that holds it without a rest. */
function timeText(time: number): string {
  const [unit, word] = seconds.find(([size]) => time % size === 0) ?? seconds[3]
  return t(word, { count: time / unit })
}

/**
 * A time after which something is over, or none. Any other time can be typed. A time that another program chose stays in
 * the list.
 */
export function TimeControl({ row, value, isDisabled, onSave }: ControlProps<'time'>) {
  const { unit, forever } = row
  const [first] = useState(value)
  const [isOther, setOther] = useState(false)
  const isDays = unit === day
  const offered = times.filter((time) => time % unit === 0 && (isDays ? time >= 7 * day : time <= 30 * day))
  const present = [first, value].flatMap((each) => (each === forever ? [] : [Number(each) * unit]))
  const all = [...new Set([...offered, ...present])].toSorted((a, b) => a - b)
  const shown = value === forever ? '' : String(Number(value) * unit)
  return (
    <span class="setting-time">
      <select
        class="field"
        value={isOther ? other : shown}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value
          setOther(chosen === other)
          if (chosen === other) return
          onSave(chosen === '' ? forever : Number(chosen) / unit, () => {
            currentTarget.value = shown
          })
        }}
      >
        <option value="">{t('organization.time.forever')}</option>
        {all.map((time) => (
          <option key={time} value={String(time)}>
            {timeText(time)}
          </option>
        ))}
        <option value={other}>{t('organization.time.other')}</option>
      </select>
      {isOther && <OtherTime {...{ row, value, isDisabled, onSave }} onClose={() => setOther(false)} />}
    </span>
  )
}

/** The value of the choice that opens a field for another time. */
const other = 'other'
/** The longest time that can be typed, in days: ten years, and a hundred where days are counted. */
const mostDays = { minutes: 3650, days: 36_500 }

interface OtherTimeProps extends ControlProps<'time'> {
  readonly onClose: () => void
}

/** A number of minutes or days. It is saved when one leaves the field or presses Enter, if it fits, and stays if it is refused. */
function OtherTime({ row: { unit }, value, isDisabled, onSave, onClose }: OtherTimeProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<number>()
  const isDays = unit === day
  const size = isDays ? day : 60
  const most = isDays ? mostDays.days : (mostDays.minutes * day) / size
  const number = Number(typed)
  const isWrong = typed !== '' && !(Number.isInteger(number) && number >= 1 && number <= most)
  useEffect(() => {
    if (asked === undefined || asked !== value) return
    // The field goes, and the list has the new time.
    if (field.current === document.activeElement)
      field.current?.closest('.setting-time')?.querySelector('select')?.focus()
    onClose()
  }, [asked, value])
  return (
    <>
      <input
        ref={field}
        class="field"
        type="number"
        min={1}
        max={most}
        step={1}
        value={typed}
        disabled={isDisabled}
        aria-label={t(isDays ? 'organization.time.other-days' : 'organization.time.other-minutes')}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={() => {
          if (typed === '' || isWrong) return
          const next = (number * size) / unit
          setAsked(next)
          if (next !== value) onSave(next, () => setAsked(undefined))
        }}
        onBlur={() => {
          if (typed === '') onClose()
        }}
      />
      <span>{t(isDays ? 'organization.time.in-days' : 'organization.time.in-minutes')}</span>
      {isWrong && (
        <small class="form-error" role="alert">
          {t('organization.between', { least: 1, most })}
        </small>
      )}
    </>
  )
}
