// The service worker: keeps the page and its files on the device, so that a start needs no network. Nobody's data is in
// them. Whatever else the page asks for goes to the server as if there were no worker. It shows what is pushed while no page
// is open.
import { answerPushes, type PushWorker, type WaitingEvent } from './answer-pushes.ts'

/** Addresses of the page and its files, from the build. Empty in development: then nothing is kept. */
declare const shellFiles: readonly string[]
/** Differs from build to build. */
declare const shellVersion: string

interface RequestEvent extends WaitingEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

/** The part of a service worker's global object that is used here: the types of pages do not have it. */
interface Worker extends Omit<PushWorker, 'addEventListener'> {
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: PushWorker['clients'] & { claim(): Promise<void> }
}

const worker = globalThis as unknown as Worker & PushWorker
const prefix = 'tagma shell '
const own = prefix + shellVersion
/** An entry of the cache: somebody may have signed in or out since the page was answered last. */
const doubt = '/doubt'

/** Work that has to be done before the page is answered. */
let marking: Promise<unknown> = Promise.resolve()

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || shellFiles.length === 0) return
  if (request.mode === 'navigate') {
    if (pathname === '/' && request.method === 'GET') event.respondWith(answerPage(event))
    else if (!pathname.startsWith('/user_uploads/')) {
      marking = markDoubt()
      event.waitUntil(marking)
    }
  } else if (pathname.startsWith('/assets/') && request.method === 'GET') {
    event.respondWith(answerFile(request))
  }
})

answerPushes(worker)

async function install(): Promise<void> {
  try {
    const cache = await caches.open(own)
    await Promise.all(shellFiles.map((path) => keep(cache, path)))
  } catch (error) {
    // Half of a version starts nothing. The next start tries again.
    await caches.delete(own)
    throw error
  }
  // Open pages keep the files that they have begun with; the next start has the new ones.
  await worker.skipWaiting()
}

async function keep(cache: Cache, path: string): Promise<void> {
  // The page of somebody who is not signed in is another one.
  const response = await fetch(path, { redirect: 'error', cache: path === '/' ? 'no-cache' : 'default' })
  if (!response.ok) throw new TypeError(`${path} was answered by ${response.status}.`)
  await cache.put(path, response)
}

/** Keeps the version before, too: pages that began with it still load parts. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own)
  const old = shellFiles.length === 0 ? others : others.slice(0, -1)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/**
 * Answers with the page that is kept, and lets the server say afterwards whose session it is. Where somebody may have
 * signed in or out, the server is asked first: its answer tells the page whose copy it may show.
 */
async function answerPage(event: RequestEvent): Promise<Response> {
  await marking
  const cache = await keptShell()
  const kept = await cache?.match('/')
  if (kept && !(await cache?.match(doubt))) {
    event.waitUntil(askLater())
    return kept
  }
  const answer = await fetch(event.request)
  if (answer.ok) await cache?.delete(doubt)
  return answer
}

async function askLater(): Promise<void> {
  // Without network the page stands as it is.
  const answer = await fetch('/', { redirect: 'manual', cache: 'no-cache' }).catch(() => undefined)
  if (answer?.type === 'opaqueredirect') await markDoubt()
}

async function markDoubt(): Promise<void> {
  const cache = await keptShell()
  await cache?.put(doubt, new Response())
}

/** Returns what was kept at installation. Whoever signs out erases it, and another tab must not bring it back. */
const keptShell = async (): Promise<Cache | undefined> =>
  (await caches.has(own)) ? caches.open(own) : undefined

/** Answers with a file that is kept. The name of a file has a hash in it, so it is never outdated. */
async function answerFile(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await keptShell()
    // A device that is full keeps what it has.
    await cache?.put(request, answer.clone()).catch(() => undefined)
  }
  return answer
}
