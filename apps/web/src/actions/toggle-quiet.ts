import { quietTime } from '#parts/quiet-time.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { keepQuiet } from './keep-quiet.ts'
import { showToast } from './show-toast.ts'

/** Holds back notifications and sounds for an hour, or lets them come again. */
export function toggleQuiet(app: App): void {
  const { clock, store } = app
  const before = store.get().device.quietUntil
  keepQuiet(app, before > clock.now() ? 'none' : 'an hour')
  const time = quietTime(app)
  showToast(app, {
    name: 'quiet',
    kind: 'status',
    text: time === undefined ? t('shell.quiet-over') : t('shell.quiet-until', { time }),
    undo: () => store.set({ device: { ...store.get().device, quietUntil: before } }),
  })
}
