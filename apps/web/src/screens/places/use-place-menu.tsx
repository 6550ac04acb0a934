import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { isMac } from '#keys/follow-keys.ts'
import { keysOf } from '#keys/key-map.ts'
import { lazy } from '#parts/lazy.tsx'
import { type Point, useLongPress } from '#parts/menu/use-long-press.ts'
import { useApp } from '#state/use-app.ts'
import { learn } from '#words/words.ts'

const PlaceMenu = lazy(async () => {
  await learn('channels')
  return (await import('./place-menu.tsx')).PlaceMenu
})

/** A channel by its id, or a section by its key. */
export type PlaceTarget =
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'section'; readonly key: string; readonly name: string }

interface Opened {
  readonly target: PlaceTarget
  readonly anchor: Element | Point
}

/** Opens the menu of a channel or of a section's heading: by the other button, a finger that rests on it, or the key `i`. */
export function usePlaceMenu() {
  const { store } = useApp()
  const [opened, setOpened] = useState<Opened>()
  const open = (at: EventTarget | null, point?: Point): boolean => {
    const row = at instanceof Element ? at.closest<HTMLElement>('[data-channel], [data-section]') : null
    if (!row) return false
    const { channel, section } = row.dataset
    const target: PlaceTarget =
      section === undefined
        ? { kind: 'channel', channelId: Number(channel) }
        : { kind: 'section', key: section, name: row.querySelector('h2')?.textContent.trim() ?? '' }
    setOpened({ target, anchor: point ?? row })
    return true
  }
  const press = useLongPress({ open, isOwn: () => false })
  const touch = {
    ...press,
    onKeyDown(event: KeyboardEvent) {
      if (keysOf(event, isMac()) !== 'I' || !store.get().device.hasSingleKeys) return
      if (open(event.target)) event.preventDefault()
    },
  }
  const menu: ComponentChildren = opened && <PlaceMenu {...opened} onClose={() => setOpened(undefined)} />
  return { touch, menu }
}
