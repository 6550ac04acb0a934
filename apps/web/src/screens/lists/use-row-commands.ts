import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import type { Conversation } from '#state/conversations.ts'
import type { ListSection } from '#state/list-rows.ts'
import type { ListPlace } from '#state/place.ts'
import { useApp } from '#state/use-app.ts'
import { folds, foldKey } from './folding.ts'

interface RowCommandsOptions {
  readonly region: RefObject<HTMLElement | null>
  readonly place: ListPlace
  readonly sections: readonly ListSection[]
  /** The key of the conversation that is open. */
  readonly open: string | undefined
}

/** A person moves the list by these. */
const scrollingBy = ['wheel', 'touchstart', 'pointerdown'] as const

/** Lets keys open the row before or behind the open one, whether it is drawn or not. Rows of folded sections are passed over. */
export function useRowCommands({ region, place, sections, open }: RowCommandsOptions): void {
  const { store, go } = useApp()
  /** From a key that opened a row to the next hand on the list. */
  const keepsInSight = useRef(false)
  const move = (step: 1 | -1, fits: (row: Conversation) => boolean): boolean => {
    const { state, device } = store.get()
    const rows = sections.flatMap((section) =>
      folds(section) && !device.folded.includes(foldKey(place, section)) ? [] : section.rows,
    )
    const at = rows.findIndex(({ key }) => key === open)
    const further = step > 0 ? rows.slice(at + 1) : rows.slice(0, Math.max(at, 0)).toReversed()
    const row = further.find(fits)
    if (!row) return false
    keepsInSight.current = true
    go(addressFor(state, viewOf(row, state?.user_id ?? -1)))
    return true
  }
  const isUnread = ({ unread }: Conversation) => unread > 0
  useCommand('previousRow', () => move(-1, () => true))
  useCommand('nextRow', () => move(1, () => true))
  useCommand('previousUnreadRow', () => move(-1, isUnread))
  useCommand('nextUnreadRow', () => move(1, isUnread))
  useEffect(() => {
    const list = region.current
    const letGo = () => void (keepsInSight.current = false)
    for (const event of scrollingBy) list?.addEventListener(event, letGo, { passive: true })
    return () => {
      for (const event of scrollingBy) list?.removeEventListener(event, letGo)
    }
  }, [region])
  // Rows grow when their last messages come, and would push this one out of sight.
  useEffect(() => {
    if (keepsInSight.current)
      region.current?.querySelector('.row[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [open, sections])
}
