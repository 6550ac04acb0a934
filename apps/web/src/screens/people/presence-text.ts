import type { State } from '@tagma/sync/state.ts'
import type { Person } from '#state/people.ts'
import { presenceOf } from '#state/presence.ts'
import { locale, t } from '#words/words.ts'

/** Says whether somebody is there, or when they last were. `now`: milliseconds. Undefined where nobody tells. */
export function presenceText(state: State | undefined, { user_id }: Person, now: number): string | undefined {
  if (!state || state.realm_presence_disabled) return undefined
  const presence = presenceOf(state, user_id, now)
  if (presence === 'here') return t('person.here')
  if (presence === 'idle') return t('person.idle')
  const known = state.presences?.[user_id]
  const last = known && 'idle_timestamp' in known ? Math.max(known.active_timestamp, known.idle_timestamp) : 0
  return last === 0 ? t('person.away') : t('person.last-seen', { time: ago(last, now / 1000) })
}

const steps = [
  [60, 'minute'],
  [3600, 'hour'],
  [86_400, 'day'],
] as const

/** `3 hours ago`. Both in seconds since 1970. */
function ago(then: number, now: number): string {
  const passed = Math.max(60, now - then)
  const [seconds, unit] = steps.findLast(([least]) => passed >= least) ?? steps[0]
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(
    -Math.floor(passed / seconds),
    unit,
  )
}
