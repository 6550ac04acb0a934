import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { forgetNewestTopics, loadNewestTopics } from '#actions/load-newest-topics.ts'
import { loadSingle } from '#actions/load-single.ts'
import { loadTopics } from '#actions/load-topics.ts'
import type { ListSection } from '#state/list-rows.ts'
import { selectConversations } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'

/** Milliseconds that a list rests before its rows count as seen. */
const rest = 300
/** The most messages of one call. */
const mostAtOnce = 100

/** Ids that were asked for since the page began. The server may not give all: those are not asked for again. */
const askedMessages = new Set<number>()
const askedTopics = new Set<number>()

interface RowsInSightProps {
  readonly scrolled: RefObject<HTMLElement | null>
  readonly sections: readonly ListSection[]
  /** Whether the list is of all channels: then their newest topics are fetched. */
  readonly hasAllChannels: boolean
}

/** Fetches the newest messages of the rows in sight, and the topics that belong between and below them. Draws nothing. */
export function RowsInSight({ scrolled, sections, hasAllChannels }: RowsInSightProps) {
  const app = useApp()
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  // The topics of a channel that one has just joined are not known yet.
  const channelCount = useKnown(({ state }) => state?.subscriptions?.length)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const list = scrolled.current
    if (!isLive) forgetNewestTopics()
    if (!list || !isLive) return undefined
    const soon = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void load(app, list, hasAllChannels).catch(() => undefined), rest)
    }
    soon()
    list.addEventListener('scroll', soon, { passive: true })
    return () => {
      clearTimeout(timer.current)
      list.removeEventListener('scroll', soon)
    }
  }, [app, scrolled, sections, hasAllChannels, channelCount, isLive])
  return null
}

async function load(app: App, list: HTMLElement, hasAllChannels: boolean): Promise<void> {
  const keys = keysInSight(list)
  const rows = selectConversations(app.store.get()).filter(({ key }) => keys.has(key))
  const { messages } = app.store.get()
  const ids = rows
    .map(({ lastId }) => lastId)
    .filter((id) => id > 0 && !messages.byId.has(id) && !askedMessages.has(id))
    .slice(0, mostAtOnce)
  for (const id of ids) askedMessages.add(id)
  if (ids.length > 0) await loadSingle(app, ids)
  if (!hasAllChannels) return
  const seen = Math.min(...rows.map(({ lastId }) => lastId).filter((id) => id > 0))
  if (!isSpectator(app.store.get())) return void (await loadNewestTopics(app, seen))
  for (const { channelId } of rows) {
    if (channelId === undefined || askedTopics.has(channelId)) continue
    askedTopics.add(channelId)
    if (!app.store.get().topics.get(channelId)?.isWhole) await loadTopics(app, channelId)
  }
}

/** Returns the keys of the rows that are seen. */
function keysInSight(list: HTMLElement): ReadonlySet<string> {
  const { top, bottom } = list.getBoundingClientRect()
  const rows = [...list.querySelectorAll<HTMLElement>('a.row')].filter((row) => {
    const box = row.getBoundingClientRect()
    return box.bottom > top && box.top < bottom
  })
  return new Set(rows.map((row) => row.dataset['key'] ?? ''))
}
