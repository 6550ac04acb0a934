import type { App } from '#state/use-app.ts'
import type { Heard } from './connect.ts'
import { ring } from './ring.ts'
import { notificationState, showNotification } from './screen-notifications.ts'
import { Teller } from './tell.ts'
import { sayWatched, watchedKeys } from './watched.ts'
import { renewWebPush } from './web-push.ts'

/** Tells of messages from now on, outside of the page: on the screen and by a sound. */
export function beginTelling(app: App, { listen, isHolder }: Pick<Heard, 'listen' | 'isHolder'>): void {
  const teller = new Teller(app, {
    permission: notificationState,
    show: showNotification,
    ring,
    watched: () => watchedKeys(app.store),
    isHolder,
  })
  sayWatched(app.store)
  // The next start tries again.
  renewWebPush(app.client).catch(() => undefined)
  listen({
    // A notification that fails is not worth a word.
    received: (events) => void teller.received(events).catch(() => undefined),
    registered: (state) => teller.registered(state),
  })
}
