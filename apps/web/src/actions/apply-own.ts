import type { ServerEvent } from '@tagma/client/server-event.ts'
import { applyEvents } from '#state/apply-events.ts'
import type { App } from '#state/use-app.ts'

/**
 * Shows what one does before the server has answered, as the event that will tell of it. Events may come twice: the reducers
 * take the second one for nothing new.
 */
export function applyOwn(
  { store, clock }: Pick<App, 'store' | 'clock'>,
  event: Readonly<Record<string, unknown>>,
): void {
  store.set(applyEvents(store.get(), [event as unknown as ServerEvent], clock.now()))
}
