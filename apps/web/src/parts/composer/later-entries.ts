import type { MenuEntry } from '#parts/menu/menu.tsx'
import { timesOf } from '#parts/messages/use-times.ts'
import type { App } from '#state/use-app.ts'
import { dateFormat, zoneFor } from '#words/date-format.ts'
import { locale, t, type WordId } from '#words/words.ts'
import { laterTimes, type LaterTime } from './later-times.ts'

const names: Readonly<Record<LaterTime['name'], WordId>> = {
  hour: 'compose.later-hour',
  evening: 'compose.later-evening',
  tomorrow: 'compose.later-tomorrow',
  monday: 'compose.later-monday',
}

/** The times that a menu offers to send a message at, each with its day and hour: `Mon 9:00 AM`. */
export function laterEntries({ clock, store }: App, onChoose: (date: Date) => void): MenuEntry[] {
  const { state } = store.get()
  const zone = state?.user_settings?.timezone ?? ''
  const { time } = timesOf(state)
  const weekday = dateFormat(locale(), { ...zoneFor(zone), weekday: 'short' })
  return laterTimes(clock.now(), zone).map(({ name, at }) => ({
    label: t(names[name]),
    keys: `${weekday.format(at)} ${time(at / 1000)}`,
    onChoose: () => onChoose(new Date(at)),
  }))
}
