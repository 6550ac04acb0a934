import type { App } from '#state/use-app.ts'
import { learn, t } from '#words/words.ts'
import { showFailure } from './show-toast.ts'

/** Says that the message of a link is gone, or that the reader may not see it. The page shows its neighbours instead. */
export function tellGone(app: App): void {
  learn('acting').then(
    () => showFailure(app, 'gone', t('acting.message-gone')),
    () => undefined,
  )
}
