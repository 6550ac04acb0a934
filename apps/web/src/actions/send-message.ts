import type { Destination } from '#outbox/destination.ts'
import { randomName } from '#outbox/random-name.ts'
import type { App } from '#state/use-app.ts'

/**
 * Sends a message: it is on the screen at once, and stays in the outbox until the server has it. It waits there first for
 * `holdSeconds`. Returns its local id.
 */
export function sendMessage(app: App, to: Destination, content: string, holdSeconds = 0): string {
  const names = namesOf(app)
  const held = holdSeconds > 0 ? { heldUntil: names.writtenAt + holdSeconds * 1000 } : {}
  app.writing.outbox.add({ ...names, to, content, ...held })
  return names.localId
}

/** Sends a refused or doubtful message once more. For the server it is a new one. */
export function sendAgain(app: App, localId: string): void {
  app.writing.outbox.retry(localId, namesOf(app))
}

/** Takes an unsent message back. Returns its text, or undefined if it may be on the server already. */
export function takeBack(app: App, localId: string): string | undefined {
  return app.writing.outbox.withdraw(localId)?.content
}

function namesOf({ store, clock }: App) {
  const localId = randomName()
  // Before the first registration any name will do: what counts is that a repetition has the same one.
  return { localId, queueId: store.get().state?.queue_id ?? localId, writtenAt: clock.now() }
}
