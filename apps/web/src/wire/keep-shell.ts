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
  readonly versions: Versions
  /** Whether a field on the page has text in it. */
  readonly hasTypedText: () => boolean
  readonly reload: () => void
}

/** The versions of the page that the server has. */
export interface Versions {
  /** Whether the first change that is told is already one to another version than this page's. */
  readonly isKnown: boolean
  /** Looks for a new version, and keeps it where the browser allows that. */
  update(): Promise<void>
  /** Is told of each change. */
  watch(changed: () => void): void
}

/**
 * Keeps the page and its files on the device for the next start. A new version takes effect when the page is next opened,
 * or after a while in which nobody used this one, if there is no text on it that was not sent.
 */
export function keepShell(store: Store<Known>, parts: Parts): void {
  const { clock, attention, repeat, versions, hasTypedText, reload } = parts
  let { isKnown } = versions
  let isOutdated = false
  let noticedAt = clock.now()
  let wasLive = false
  const look = () => {
    const { connection, state } = store.get()
    const isLive = connection.state === 'live' && state !== undefined
    // A connection that comes back can be to another version of the server.
    if (isLive && !wasLive) versions.update().catch(() => undefined)
    wasLive = isLive
  }
  versions.watch(() => {
    if (isKnown) isOutdated = true
    isKnown = true
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
    versions: 'serviceWorker' in navigator ? workerVersions() : askedVersions(),
    hasTypedText,
    reload: () => location.reload(),
  })
}

/** Has a service worker keep the newest version for the next start. */
function workerVersions(): Versions {
  const container = navigator.serviceWorker
  return {
    // Otherwise the first worker brings the version that the page has.
    isKnown: container.controller !== null,
    async update() {
      const present = await container.getRegistration('/')
      if (present) await present.update()
      else await container.register(workerScript('/service-worker.js'))
    },
    watch: (changed) => container.addEventListener('controllerchange', changed),
  }
}

/** Without a secure context there is no worker: every start needs the server, and the page asks it for its scripts. */
function askedVersions(): Versions {
  const own = Array.from(document.querySelectorAll('script[type=module]'), (script) =>
    script.getAttribute('src'),
  )
  let tell = () => {}
  return {
    isKnown: true,
    async update() {
      const answer = await fetch('/')
      const page = await answer.text()
      if (answer.ok && !own.every((path) => page.includes(`"${path}"`))) tell()
    },
    watch: (changed) => (tell = changed),
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
