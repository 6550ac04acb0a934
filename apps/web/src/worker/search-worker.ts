// The worker that searches the messages of this device, beside the page: a search takes no time from what one types. The page
// fetches for it, and tells it of events.
import { indexName, openKept } from '#kept/database.ts'
import { textOf } from '#state/found-here.ts'
import { IndexStorage, type TakenUpTo } from './index-storage.ts'
import { MessageIndex } from './message-index.ts'
import type { FromSearch, ToSearch } from './search-messages.ts'

/** The part of a worker's global object that is used here: the types of pages do not have it. */
interface Worker {
  addEventListener(type: 'message', listener: (event: { readonly data: ToSearch }) => void): void
  postMessage(message: FromSearch): void
}

const worker = globalThis as unknown as Worker
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it answers the page that began it
const tell = (message: FromSearch): void => worker.postMessage(message)

/** Milliseconds of rest until what changed is saved. */
const rest = 500
/** Messages whose texts are made ready at a time. */
const atATime = 1000

let index = new MessageIndex(0)
let storage: IndexStorage | undefined
let taken: TakenUpTo | undefined
let isHolder = false
let timer: ReturnType<typeof setTimeout> | undefined
/** Messages that come while the device is read wait for that. */
let work: Promise<void> = Promise.resolve()

worker.addEventListener('message', ({ data }) => {
  work = work.then(() => answer(data)).catch(() => undefined)
})

async function answer(message: ToSearch): Promise<void> {
  switch (message.kind) {
    case 'open':
      return open(message)
    case 'sources':
      return index.know(message.sources)
    case 'events':
      index.take(message.events)
      return changed(message)
    case 'doubt':
      index.doubt()
      return changed(message)
    case 'ask':
      return tell({ kind: 'next', next: index.ask() })
    case 'page':
      index.takePage(message.page, message.before)
      void makeReady()
      return changed(message)
    case 'save':
      clearTimeout(timer)
      timer = undefined
      if (isHolder) await storage?.save(index, taken)
      return undefined
    case 'around':
      return tell({ kind: 'placed', id: message.id, around: index.around(message.narrow, message.place) })
    case 'search': {
      const { id, narrow, onlyCurrent } = message
      return tell({ kind: 'found', id, found: index.search(narrow, { onlyCurrent }) })
    }
  }
}

/** Reads what the device kept. What came after the page's own place in the queue is told once more; before it, it is missed. */
async function open({ userId, most, position }: Extract<ToSearch, { kind: 'open' }>): Promise<void> {
  index = new MessageIndex(most)
  storage = new IndexStorage(await openKept(indexName), userId)
  const kept = await storage.load()
  if (!kept) return
  index.load(kept)
  taken = kept.taken
  const hasAll =
    position !== undefined && taken?.queueId === position.queueId && taken.lastEventId >= position.lastEventId
  if (!hasAll) index.doubt()
  void makeReady()
}

/** Makes the texts that a search goes through, a part at a time, so that the first search finds them ready. */
async function makeReady(): Promise<void> {
  let count = 0
  for (const message of [...index.messages.values()].toReversed()) {
    textOf(message)
    if (++count % atATime === 0) await new Promise<void>((resolve) => setTimeout(resolve))
  }
}

function changed({
  taken: next,
  isHolder: holds,
}: {
  taken: TakenUpTo | undefined
  isHolder: boolean
}): void {
  if (holds && !isHolder) storage?.forget()
  isHolder = holds
  taken = next ?? taken
  timer ??= setTimeout(() => {
    timer = undefined
    if (isHolder) void storage?.save(index, taken)
  }, rest)
}
