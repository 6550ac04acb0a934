import type { IconNode } from 'lucide'
import { Check } from 'lucide'
import type { ComponentChildren, HTMLAttributes, VNode } from 'preact'
import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { isSingle } from '#keys/key-map.ts'
import { Icon } from '#parts/icon.tsx'
import { AppContext } from '#state/use-app.ts'
import type { WordId } from '#words/words.ts'
import { heedBack } from './heed-back.ts'
import { placeBeside } from './place.ts'

/** A thing to do in a menu. */
export interface MenuItem {
  readonly label: string
  /** Its name where nothing beside it says what it is about, as in the palette. */
  readonly command?: WordId
  readonly icon?: IconNode
  /** Whether the icon turns in a mirrored page. */
  readonly turns?: boolean
  /** Draws the item, where it is more than a button. */
  readonly draw?: (drawn: DrawnItem) => VNode
  /** The keys that do the same, as shown: `Shift+M`. */
  readonly keys?: string
  /** The reason why it cannot be done. It is shown, and the item does nothing. */
  readonly reason?: string | undefined
  readonly dangerous?: boolean
  /** Set for a choice among several: whether it is the present one. */
  readonly checked?: boolean
  /** Set for something that is switched: whether it is on. */
  readonly isOn?: boolean
  readonly onChoose: () => void
}

/** An item as its element gets it. */
export interface DrawnItem extends Pick<
  HTMLAttributes<HTMLElement>,
  'class' | 'tabIndex' | 'aria-checked' | 'aria-disabled' | 'onPointerMove' | 'children'
> {
  readonly role: 'menuitem' | 'menuitemradio' | 'menuitemcheckbox'
  /** Closes the menu, and does what the item is for. */
  readonly onClick: () => void
}

export type MenuEntry = MenuItem | 'line'

interface MenuProps {
  readonly label: string
  /**
   * Draws a part above the entries. Its items have the class `menu-item`, and call `choose` with their act, which closes the
   * menu, too. The focus still begins at the first entry.
   */
  readonly head?: (choose: (act: () => void) => void) => ComponentChildren
  /** The id of an element that describes the menu. */
  readonly describedBy?: string
  readonly entries: readonly MenuEntry[]
  /** The element or the point of the window, in pixels, that the menu belongs to. */
  readonly anchor: Element | { readonly x: number; readonly y: number }
  readonly onClose: () => void
}

/**
 * Shows what can be done with something, over the page. Arrows, Home, End and letters move; Enter and Space choose; Escape,
 * Tab, Back and a press elsewhere close. Focus returns to where it was. On a narrow screen it is a sheet at the foot.
 */
export function Menu({ label, head, describedBy, entries, anchor, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const returnTo = useRef<Element | null>(null)
  useLayoutEffect(() => {
    returnTo.current = document.activeElement
    return open(menu.current!, anchor, () => close.current())
  }, [])
  const choose = (act: () => void) => {
    // Before the choice is carried out, so that what it opens takes the focus and returns it to the right place.
    focusAgain(returnTo.current)
    close.current()
    act()
  }
  return (
    <div
      ref={menu}
      class="menu"
      role="menu"
      aria-label={label}
      aria-describedby={describedBy}
      popover="manual"
      onKeyDown={(event) => moveByKey(event, menu.current!, close.current)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {head?.(choose)}
      {entries.map((entry, index) =>
        entry === 'line' ? (
          <hr key={index} class="menu-line" />
        ) : (
          <Item
            key={index}
            item={entry}
            onChoose={() => entry.reason === undefined && choose(entry.onChoose)}
          />
        ),
      )}
    </div>
  )
}

function Item({ item, onChoose }: { readonly item: MenuItem; readonly onChoose: () => void }) {
  const { label, icon, turns = false, keys, reason, dangerous, checked, isOn } = item
  const shownIcon = checked || isOn ? Check : icon
  const hasSingleKeys = useContext(AppContext)?.store.get().device.hasSingleKeys ?? true
  const drawn: DrawnItem = {
    class: dangerous ? 'menu-item menu-item-bad' : 'menu-item',
    role: isOn === undefined ? (checked === undefined ? 'menuitem' : 'menuitemradio') : 'menuitemcheckbox',
    'aria-checked': isOn ?? checked,
    'aria-disabled': reason !== undefined,
    tabIndex: -1,
    onClick: onChoose,
    onPointerMove: (event) => event.currentTarget.focus({ preventScroll: true }),
    children: (
      <>
        <span class="menu-icon">{shownIcon && <Icon of={shownIcon} size={1} turns={turns} />}</span>
        <span class="menu-label">
          {label}
          {reason !== undefined && <span class="menu-reason">{reason}</span>}
        </span>
        {keys !== undefined && (hasSingleKeys || !isSingle(keys)) && (
          <kbd class="menu-keys" aria-hidden="true">
            {keys}
          </kbd>
        )}
      </>
    ),
  }
  return item.draw ? item.draw(drawn) : <button type="button" {...drawn} />
}

/** Shows the menu and waits for presses elsewhere. Returns a function that takes it away again. */
function open(menu: HTMLElement, anchor: MenuProps['anchor'], close: () => void): () => void {
  const before = document.activeElement
  menu.showPopover()
  place(menu, anchor)
  menu.querySelector<HTMLElement>(':scope > .menu-item')?.focus({ preventScroll: true })
  const onPress = (event: PointerEvent) => {
    if (!menu.contains(event.target as Node)) close()
  }
  document.addEventListener('pointerdown', onPress, true)
  const width = innerWidth
  // The keyboard of a screen goes as the menu takes the focus from a text, and changes the height alone.
  const onResize = () => (innerWidth === width ? place(menu, anchor) : close())
  window.addEventListener('resize', onResize)
  const endBack = heedBack(close)
  return () => {
    endBack()
    document.removeEventListener('pointerdown', onPress, true)
    window.removeEventListener('resize', onResize)
    const held = menu.contains(document.activeElement)
    if (menu.matches(':popover-open')) menu.hidePopover()
    if (held) focusAgain(before)
  }
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('.menu-item')]

function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
}

function place(menu: HTMLElement, anchor: MenuProps['anchor']): void {
  if (matchMedia('(width < 40em)').matches) return
  const box =
    anchor instanceof Element
      ? anchor.getBoundingClientRect()
      : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y }
  const size = { width: menu.offsetWidth, height: menu.offsetHeight }
  const isMirrored = getComputedStyle(menu).direction === 'rtl'
  const isPoint = !(anchor instanceof Element)
  const { left, top } = placeBeside(
    box,
    size,
    { width: innerWidth, height: innerHeight },
    isMirrored === isPoint ? 'right' : isPoint || box.left < innerWidth / 2 ? 'left' : 'right',
  )
  menu.style.left = `${left}px`
  menu.style.top = `${top}px`
}

function moveByKey(event: KeyboardEvent, menu: HTMLElement, close: () => void): void {
  // Keys that are pressed here act here, and not in the page behind.
  event.stopPropagation()
  const items = itemsOf(menu)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const isMirrored = getComputedStyle(menu).direction === 'rtl'
  const target = {
    ArrowRight: nextGroup(items, at, isMirrored ? -1 : 1),
    ArrowLeft: nextGroup(items, at, isMirrored ? 1 : -1),
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at <= 0 ? items.length : at) - 1,
    Home: 0,
    End: items.length - 1,
  }[event.key]
  if (target !== undefined) {
    event.preventDefault()
    items[target]?.focus()
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    close()
  } else if (/^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const letter = event.key.toLocaleLowerCase()
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)]
    after.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter))?.focus()
  }
}

/** Returns the first item of the group before or behind the one with an item. Lines stand between groups. */
function nextGroup(items: readonly HTMLElement[], at: number, step: 1 | -1): number {
  const firsts = items.flatMap((item, index) =>
    item.previousElementSibling === null || item.previousElementSibling.matches('.menu-line') ? [index] : [],
  )
  const group = firsts.findLastIndex((first) => first <= Math.max(at, 0))
  return firsts[(group + step + firsts.length) % firsts.length] ?? 0
}
