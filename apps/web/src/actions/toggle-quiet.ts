import { listTime } from '#state/list-time.ts'
import type { App } from '#state/use-app.ts'
import { locale, t } from '#words/words.ts'
import { keepQuiet } from './keep-quiet.ts'
import { showToast } from './show-toast.ts'

/** Holds back notifications and sounds for an hour, or lets them come again. */
export function toggleQuiet(app: App): void {
  const { clock, store } = app
  const { device, state } = store.get()
  const now = clock.now()
  const before = device.quietUntil
  const until = keepQuiet(app, before > now ? 'none' : 'an hour')
  const settings = state?.user_settings
  const time = listTime(until, now, {
    locale: locale(),
    timeZone: settings?.timezone,
    isTwentyFourHour: settings?.twenty_four_hour_time ?? undefined,
  })
  showToast(app, {
    name: 'quiet',
    kind: 'status',
    text: until === 0 ? t('shell.quiet-over') : t('shell.quiet-until', { time }),
    undo: () => store.set({ device: { ...store.get().device, quietUntil: before } }),
  })
}
