import type { DeedRunner } from '#outbox/deed-runner.ts'
import type { Deed } from '#outbox/deeds.ts'
import { outcomeOf } from '#outbox/outcome.ts'
import type { App } from '#state/use-app.ts'

/** Keeps deeds that the server could not be told of. Returns false if it has refused them instead. */
export function keepForLater(app: App, error: unknown, deeds: readonly Deed[]): boolean {
  if (outcomeOf(error).kind !== 'later') return false
  app.deeds.add(deeds)
  return true
}

/**
 * Takes up the deeds that wait, once it is known whose they are, and hurries whenever the page is connected again. The code
 * for it is loaded then: the first conversation does not need it.
 */
export function beginDeeds(app: Omit<App, 'deeds'>): App['deeds'] {
  const { store } = app
  let runner: Promise<DeedRunner> | undefined
  const withRunner = (act: (runner: DeedRunner) => void) => {
    runner ??= import('./tell-deeds.ts').then(({ deedRunner }) => deedRunner(app))
    runner.then(act).catch(() => (runner = undefined))
  }
  let last = store.get()
  store.subscribe(() => {
    const before = last
    last = store.get()
    if (last.state && !before.state) withRunner((each) => each.start())
    if (last.connection.state === 'live' && before.connection.state !== 'live')
      withRunner((each) => each.hurry())
  })
  return {
    add: (deeds) => withRunner((each) => each.add(deeds)),
    forget: (deeds) => withRunner((each) => each.forget(deeds)),
  }
}
