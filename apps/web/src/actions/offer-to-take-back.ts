import type { Destination } from '#outbox/destination.ts'
import { draftKey } from '#outbox/drafts.ts'
import { withoutNamed } from '#state/toasts.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { takeBack } from './send-message.ts'
import { showFailure, showToast } from './show-toast.ts'

interface Held {
  readonly localId: string
  readonly to: Destination
  readonly holdSeconds: number
}

/** Offers to take a message back while it waits on the device. Its text is then in the box again. */
export function offerToTakeBack(app: App, { localId, to, holdSeconds }: Held): void {
  const { store } = app
  // Each message has a line of its own.
  const name = `held ${localId}`
  showToast(app, {
    name,
    kind: 'status',
    text: t('compose.held', { count: holdSeconds }),
    seconds: holdSeconds,
    undo() {
      const content = takeBack(app, localId)
      if (content === undefined) return showFailure(app, name, t('compose.already-sent'))
      const written = store.get().drafts.get(draftKey(to))?.content ?? ''
      app.writing.drafts.write(to, written === '' ? content : `${content}\n${written}`)
    },
  })
  // From then on there is nothing to take back.
  setTimeout(() => store.set({ toasts: withoutNamed(store.get().toasts, name) }), holdSeconds * 1000)
}
