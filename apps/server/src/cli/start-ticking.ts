import { CallWatch } from '#http/call-watch.ts'
import type { App } from '#server/app.ts'
import { IdleCollection, thisProcess } from './idle-collection.ts'

/** Seconds without a call, here or at another process, after which a server looks for work less often. */
const quietAfter = 30
/** Seconds between two looks of a server that nobody calls. */
const quietInterval = 3

/** Lets an app do its due work, and collects garbage when it is idle, until the returned function is called. */
export function startTicking({ http, services: { live, time }, tick }: App): () => void {
  const watch = new CallWatch(http.server, time.clock)
  const collection = new IdleCollection(thisProcess())
  let seconds = 0
  const timer = setInterval(() => {
    // This process may be the one that does the work that calls to others leave.
    const isQuiet = Math.min(watch.quietSeconds, live.events.log.othersQuietSeconds) >= quietAfter
    if (!isQuiet || seconds++ % quietInterval === 0) void tick()
    collection.tick()
  }, 1000)
  return () => clearInterval(timer)
}
