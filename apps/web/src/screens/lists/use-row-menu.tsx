import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isMac } from '#keys/follow-keys.ts'
import { keysOf } from '#keys/key-map.ts'
import { lazy } from '#parts/lazy.tsx'
import { type Point, useLongPress } from '#parts/menu/use-long-press.ts'
import type { Conversation } from '#state/conversations.ts'
import { selectConversations } from '#state/selectors.ts'
import { useApp } from '#state/use-app.ts'
import { useRowSwipe } from './use-row-swipe.ts'

const RowMenu = lazy(async () => (await import('./row-menu.tsx')).RowMenu)

interface Opened {
  readonly conversation: Conversation
  readonly anchor: Element | Point
}

/**
 * Opens the menu of a row in a list: by the other button, a finger that rests on it or draws it aside, or the key `i`. A
 * finger that draws the other way marks the row as read. `release` lets the rows move that a choice moves.
 */
export function useRowMenu(region: RefObject<HTMLElement | null>, release: () => void) {
  const app = useApp()
  const [opened, setOpened] = useState<Opened>()
  const open = (target: EventTarget | null, point?: Point): boolean => {
    const row = target instanceof Element ? target.closest<HTMLElement>('a.row') : null
    const key = row?.dataset['key']
    const conversation = selectConversations(app.store.get()).find((each) => each.key === key)
    if (!row || !conversation) return false
    setOpened({ conversation, anchor: point ?? row })
    return true
  }
  const press = useLongPress({ open, isOwn: () => false })
  const swipe = useRowSwipe(open)
  useEffect(() => {
    const list = region.current
    const onKey = (event: KeyboardEvent) => {
      if (keysOf(event, isMac()) !== 'I' || !app.store.get().device.hasSingleKeys) return
      if (open(event.target)) event.preventDefault()
    }
    list?.addEventListener('keydown', onKey)
    return () => list?.removeEventListener('keydown', onKey)
  }, [region])
  const menu: ComponentChildren = opened && (
    <RowMenu {...opened} onMove={release} onClose={() => setOpened(undefined)} />
  )
  const touch = {
    onContextMenu: press.onContextMenu,
    onPointerDown(event: PointerEvent) {
      press.onPointerDown(event)
      swipe.onPointerDown(event)
    },
  }
  return { touch, menu }
}
