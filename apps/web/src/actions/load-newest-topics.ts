import * as wire from '@tagma/contract/wire.ts'
import { withNewestTopics } from '#state/newest-topics.ts'
import { isSpectator } from '#state/spectator.ts'
import type { App } from '#state/use-app.ts'

/** Topics that the first call fetches, and each further one. */
const firstPage = 200
const furtherPage = 1000

/** Where the next call goes on; undefined when all topics were fetched. */
let next: { readonly before?: number } | undefined = {}
let isBusy = false
/** Ids of the channels whose topics were fetched. One that was joined since has others. */
let fetched: ReadonlySet<number> = new Set()

/** Forgets what was fetched: without a connection, topics may have come and gone. */
export function forgetNewestTopics(): void {
  next = {}
}

/**
 * Fetches the newest topics of all the reader's channels in one call, unless they were fetched. `seen` is the id of the newest
 * message of the last row in sight: if it is older than the topics fetched so far, the next ones are fetched. They are taken in
 * when `ready` allows it. Returns whether some came.
 */
export async function loadNewestTopics(
  app: App,
  seen = Number.MAX_SAFE_INTEGER,
  ready: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const present = app.store.get()
  const channelIds = (present.state?.subscriptions ?? []).map(({ stream_id }) => stream_id)
  if (channelIds.some((id) => !fetched.has(id))) next = {}
  const { before } = next ?? {}
  if (isBusy || !next || present.connection.state !== 'live' || isSpectator(present)) return false
  if (before !== undefined && seen > before) return false
  isBusy = true
  try {
    const { topics, found_oldest: foundOldest } = await app.client.call(wire.getNewestTopics, {
      limit: before === undefined ? firstPage : furtherPage,
      subscribed: true,
      allow_empty_topic_name: true,
      ...(before === undefined ? {} : { before }),
    })
    await ready()
    const known = app.store.get()
    fetched = new Set(channelIds)
    app.store.set({ topics: withNewestTopics(known.topics, channelIds, { topics, foundOldest, before }) })
    const last = topics.at(-1)?.max_id
    next = foundOldest || last === undefined ? undefined : { before: last }
    return true
  } finally {
    isBusy = false
  }
}
