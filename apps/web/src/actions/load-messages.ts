import * as wire from '@tagma/contract/wire.ts'
import { addPage } from '@tagma/sync/messages/add-page.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import { type Narrow, narrowKey } from '@tagma/sync/messages/narrow.ts'
import { whenSent } from '#outbox/when-sent.ts'
import { isSpectator, onTheWeb } from '#state/spectator.ts'
import { withMessages } from '#state/topic-lists.ts'
import type { App } from '#state/use-app.ts'

/** Where a page of messages begins. */
export type Around =
  | { readonly anchor: number | 'newest' | 'oldest' | 'first_unread' }
  /** ISO 8601. */
  | { readonly anchor: 'date'; readonly date: string }

/** Messages asked for at first, and at a time afterwards. */
const first = 40
const more = 60

/** Returns what GET /messages found: the id of the anchor, and whether the narrow has it. */
export interface Found {
  readonly anchor: number | undefined
  readonly hasAnchor: boolean
}

/** Fetches the messages of a narrow around a place. */
export async function loadAround(app: App, narrow: Narrow, around: Around): Promise<Found> {
  const isEnd = around.anchor === 'newest'
  const isBeginning = around.anchor === 'oldest'
  const span: Asked = {
    ...(around.anchor === 'date' ? { anchor: 'date', anchor_date: around.date } : { anchor: around.anchor }),
    num_before: isBeginning ? 0 : isEnd ? first : first / 2,
    num_after: isEnd ? 0 : isBeginning ? first : first / 2,
  }
  try {
    return await fetchPage(app, narrow, span)
  } catch (error) {
    const { loadHere } = await import('./load-here.ts')
    return loadHere(app, narrow, around, error)
  }
}

/** Fetches messages from the first unread one on, with two before it. `from` is its id. */
export async function loadUnread(app: App, narrow: Narrow, from: number): Promise<void> {
  const name = `unread ${narrowKey(narrow)} ${from}`
  if (asked.has(name)) return
  asked.add(name)
  try {
    await fetchPage(app, narrow, { anchor: from, num_before: 2, num_after: first })
  } finally {
    asked.delete(name)
  }
}

/** Requests on their way: the same is never asked for twice at a time. */
const asked = new Set<string>()

/** Fetches messages before the oldest or after the newest known one of a narrow. */
export async function loadMore(app: App, narrow: Narrow, side: 'older' | 'newer'): Promise<void> {
  const key = narrowKey(narrow)
  const window = app.store.get().messages.windows.get(key)
  const anchor = side === 'older' ? window?.ids[0] : window?.ids.at(-1)
  const name = `${side} ${key} ${anchor}`
  if (anchor === undefined || asked.has(name)) return
  asked.add(name)
  try {
    await fetchPage(app, narrow, {
      anchor,
      num_before: side === 'older' ? more : 0,
      num_after: side === 'newer' ? more : 0,
      include_anchor: false,
    })
  } finally {
    asked.delete(name)
  }
}

type Asked = Parameters<typeof ask>[2]

async function ask(
  { client, store }: App,
  narrow: Narrow,
  span: {
    readonly anchor: number | 'newest' | 'oldest' | 'first_unread' | 'date'
    readonly anchor_date?: string
    readonly num_before: number
    readonly num_after: number
    readonly include_anchor?: boolean
  },
) {
  const isOnlyRead = isSpectator(store.get())
  return client.call(wire.getMessages, {
    ...span,
    narrow: isOnlyRead ? [...narrow, onTheWeb] : [...narrow],
    apply_markdown: true,
    client_gravatar: !isOnlyRead,
    allow_empty_topic_name: true,
  })
}

/** Milliseconds that a page waits for the answer to a message that was sent before it. */
const patience = 2000

/**
 * Waits until the page knows which of the fetched messages is one of its own on their way: without that, it would stand
 * there beside its echo.
 */
async function settled(app: App, fetched: readonly { readonly id: number; readonly sender_id: number }[]) {
  const { state, messages } = app.store.get()
  const isOwn = fetched.some(({ id, sender_id }) => sender_id === state?.user_id && !messages.byId.has(id))
  if (!isOwn || messages.echoes.size === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patience)
  await Promise.race([whenSent(app), promise])
  clearTimeout(timer)
}

async function fetchPage(app: App, narrow: Narrow, span: Asked): Promise<Found> {
  const asOf = app.store.get().messages.position
  const page = await ask(app, narrow, span)
  await settled(app, page.messages)
  const { state, messages, topics } = app.store.get()
  if (state) {
    app.store.set({
      messages: addPage(messages, narrow, page, { facts: factsOf(state), asOf }),
      topics: withMessages(topics, page.messages),
    })
  }
  return { anchor: page.anchor, hasAnchor: page.found_anchor }
}
