import { useState } from 'preact/hooks'
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

/** A time after which something is over, or none. A time that another program chose stays in the list. */
export function TimeControl({ row: { unit, forever }, value, isDisabled, onSave }: ControlProps<'time'>) {
  const [first] = useState(value)
  const isDays = unit === day
  const offered = times.filter((time) => time % unit === 0 && (isDays ? time >= 7 * day : time <= 30 * day))
  const present = [first, value].flatMap((each) => (each === forever ? [] : [Number(each) * unit]))
  const all = [...new Set([...offered, ...present])].toSorted((a, b) => a - b)
  const shown = value === forever ? '' : String(Number(value) * unit)
  return (
    <select
      class="field"
      value={shown}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value
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
    </select>
  )
}
