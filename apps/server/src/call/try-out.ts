import type { Audience } from '#model/audience.ts'
import type { LogEvent } from '#model/log-event.ts'
import type { BlobStore } from '#ports/blob-store.ts'
import type { Services } from './services.ts'
import { withTransactions } from './with-transactions.ts'

/** An event that a call would have written to the log. */
export interface WouldBeEvent {
  readonly event: LogEvent
  readonly audience: Audience
}

/** Ends a transaction that is not to last, with what its body returned. */
class Undone extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super('The transaction was only tried out.')
    this.value = value
  }
}

/**
 * Services that change nothing: each write transaction runs, is undone, and gives the body's value all the same. `events`
 * grows by the events that would have been written. Files are not kept. A caller may see an id that no row has.
 */
export function tryOut(services: Services): { services: Services; events: readonly WouldBeEvent[] } {
  const events: WouldBeEvent[] = []
  const tried = withTransactions(services, async (organizationId, body, options) => {
    try {
      return await services.data.transact(
        organizationId,
        async (tx) => {
          const value = await body(tx)
          events.push(...tx.rows().map(({ event, audience }) => ({ event, audience })))
          throw new Undone(value)
        },
        options,
      )
    } catch (error) {
      if (error instanceof Undone) return error.value as never
      throw error
    }
  })
  const outside = { ...tried.outside, blobs: keepingNothing(tried.outside.blobs) }
  return { services: { ...tried, outside }, events }
}

/** A store that reads blobs, and neither keeps nor removes any. */
const keepingNothing = (blobs: BlobStore): BlobStore => {
  const nothing = () => Promise.resolve()
  return {
    putFile: nothing,
    put: nothing,
    remove: nothing,
    removeFolder: nothing,
    removeLeftOvers: nothing,
    size: (key) => blobs.size(key),
    open: (key, range) => blobs.open(key, range),
    list: () => blobs.list(),
    pieces: blobs.pieces,
  }
}
