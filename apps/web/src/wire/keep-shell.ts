import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'
import { isNothing, unsentOf } from '#state/unsent.ts'
import { type Attention, windowAttention } from './report-presence.ts'
import { workerScript } from './worker-script.ts'

/** Milliseconds without a sign of somebody after which a page may begin again with a new version. */
const idleAfter = 5 * 60_000
/** Milliseconds between two looks at whether it may. */
const interval = 30_000

interface Parts {
  readonly clock: { now(): number }
  readonly attention: Attention
  readonly repeat: (work: () => void, milliseconds: number) => void
  /** Undefined without a secure context: then every start needs the server. */
  readonly workers: Workers | undefined
  /** Whether a field on the page has text in it. */
  readonly hasTypedText: () => boolean
  readonly reload: () => void
}

/** The browser's service workers. */
export interface Workers {
  /** Whether this page came from a worker. */
  readonly isControlled: boolean
  /** Makes the browser look for a new version, and keep it. */
  update(): Promise<void>
  /** Is told when another worker takes over this page. */
  watch(changed: () => void): void
}

/**
 * Keeps the page and its files on the device for the next start. A new version takes effect when the page is next opened,
 * or after a while in which nobody used this one, if there is no text on it that was not sent.
 */
export function keepShell(store: Store<Known>, parts: Parts): void {
  const { clock, attention, repeat, workers, hasTypedText, reload } = parts
  if (!workers) return
  let isControlled = workers.isControlled
  let isOutdated = false
  let noticedAt = clock.now()
  let wasLive = false
  const look = () => {
    const { connection, state } = store.get()
    const isLive = connection.state === 'live' && state !== undefined
    // A connection that comes back can be to another version of the server.
    if (isLive && !wasLive) workers.update().catch(() => undefined)
    wasLive = isLive
  }
  workers.watch(() => {
    // The first worker brings the version that the page has.
    if (isControlled) isOutdated = true
    isControlled = true
  })
  attention.watch(() => (noticedAt = clock.now()))
  repeat(() => {
    const isIdle = clock.now() - noticedAt >= idleAfter
    const known = store.get()
    if (
      isOutdated &&
      isIdle &&
      known.connection.state === 'live' &&
      isNothing(unsentOf(known)) &&
      !hasTypedText()
    )
      reload()
  }, interval)
  store.subscribe(look)
  look()
}

/** Keeps the shell with the means of the browser. */
export function beginKeeping(store: Store<Known>): void {
  keepShell(store, {
    clock: { now: () => Date.now() },
    attention: windowAttention,
    repeat: (work, milliseconds) => void setInterval(work, milliseconds),
    workers: browserWorkers(),
    hasTypedText,
    reload: () => location.reload(),
  })
}

/** Returns the service workers of the browser, if there are any. */
function browserWorkers(): Workers | undefined {
  if (!('serviceWorker' in navigator)) return undefined
  const container = navigator.serviceWorker
  return {
    isControlled: container.controller !== null,
    async update() {
      const present = await container.getRegistration('/')
      if (present) await present.update()
      else await container.register(workerScript('/service-worker.js'))
    },
    watch: (changed) => container.addEventListener('controllerchange', changed),
  }
}

/** Whether somebody has typed into a field that is on the page. */
const hasTypedText = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input')].some(
    (field) =>
      field.value !== field.defaultValue &&
      field.value.trim() !== '' &&
      !/^(checkbox|radio)$/.test(field.type),
  )
