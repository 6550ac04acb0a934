import { GripVertical } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { Menu } from '#parts/menu/menu.tsx'
import { t } from '#words/words.ts'
import { moved } from './moved.ts'

interface OrderedEntry {
  readonly id: number
  /** The name of the row, for those who move it. */
  readonly name: string
  readonly row: ComponentChildren
}

interface OrderedListProps {
  readonly label: string
  readonly entries: readonly OrderedEntry[]
  readonly isDisabled: boolean
  /** Saves an order. Resolves with whether that happened: otherwise, the list shows the present order again. */
  readonly onOrder: (ids: readonly number[]) => Promise<boolean>
}

/**
 * A list in an order of people's choice. A handle on each row is drawn by pointer or finger, and opens a menu; Alt+↑ and
 * Alt+↓ move the row that has the focus.
 */
export function OrderedList({ label, entries, isDisabled, onOrder }: OrderedListProps) {
  const present = entries.map(({ id }) => id)
  const [wanted, setWanted] = useState<readonly number[]>()
  const [spoken, setSpoken] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const focused = useRef<number>(undefined)
  const isSaved = useRef(true)
  const latest = useRef<readonly number[]>(present)
  const steps = useRef(new Set<string>())
  const known = useRef('')
  known.current = present.join()
  const showPresent = () => {
    steps.current.clear()
    setWanted(undefined)
  }
  // The event of an earlier step may come after the answer to the last one: rows would jump back. Until the order is saved,
  // any other order is that of somebody who was faster.
  useEffect(() => {
    const now = known.current
    if (now !== wanted?.join() && (!isSaved.current || steps.current.has(now))) return
    showPresent()
  }, [present.join()])
  useLayoutEffect(() => {
    if (focused.current === undefined) return
    const row = list.current?.querySelector(`[data-id="${focused.current}"]`)
    row?.querySelector<HTMLElement>('.ordered-handle')?.focus()
    focused.current = undefined
  })
  // Rows that came or went meanwhile stand where they are.
  const isSame = wanted?.length === present.length && present.every((id) => wanted.includes(id))
  const order = wanted && isSame ? wanted : present
  const move = (id: number, to: number) => {
    const next = moved(order, id, to)
    if (isDisabled || next === order) return
    focused.current = id
    setWanted(next)
    const name = entries.find((each) => each.id === id)?.name ?? ''
    setSpoken(t('organization.order.moved', { name, place: next.indexOf(id) + 1, count: next.length }))
    isSaved.current = false
    latest.current = next
    steps.current.add(next.join())
    void onOrder(next).then((isDone) => {
      if (latest.current !== next) return
      isSaved.current = true
      // A row that went away and came back leaves the order as it was: no event tells that it is saved.
      if (!isDone || known.current === next.join()) showPresent()
    })
  }
  return (
    <>
      <ul ref={list} class="setting-list" aria-label={label}>
        {order.map((id, at) => {
          const entry = entries.find((each) => each.id === id)
          return entry && <Row key={id} {...{ entry, at, isDisabled, move }} count={order.length} />
        })}
      </ul>
      <span class="hidden-visually" role="status">
        {spoken}
      </span>
    </>
  )
}

interface RowProps {
  readonly entry: OrderedEntry
  readonly at: number
  readonly count: number
  readonly isDisabled: boolean
  readonly move: (id: number, to: number) => void
}

function Row({ entry: { id, name, row }, at, count, isDisabled, move }: RowProps) {
  return (
    <li
      data-id={id}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (!event.altKey || step === undefined || isDisabled) return
        event.preventDefault()
        event.stopPropagation()
        move(id, at + step)
      }}
    >
      {!isDisabled && count > 1 && <Handle {...{ id, name, at, count, move }} />}
      {row}
    </li>
  )
}

type HandleProps = Pick<RowProps, 'at' | 'count' | 'move'> & Pick<OrderedEntry, 'id' | 'name'>

function Handle({ id, name, at, count, move }: HandleProps) {
  const [anchor, setAnchor] = useState<Element>()
  const drawn = useRef<number>(undefined)
  const isDrawn = useRef(false)
  const places = [
    ['organization.order.top', 0],
    ['organization.order.up', at - 1],
    ['organization.order.down', at + 1],
    ['organization.order.end', count - 1],
  ] as const
  const end = (handle: HTMLElement) => {
    drawn.current = undefined
    for (const row of rowsOf(handle)) delete row.dataset['drop']
  }
  return (
    <>
      <IconButton
        class="ordered-handle"
        icon={GripVertical}
        label={t('organization.order.move', { name })}
        aria-haspopup="menu"
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onPointerDown={({ currentTarget, pointerId }) => {
          isDrawn.current = false
          drawn.current = at
          currentTarget.setPointerCapture(pointerId)
        }}
        onPointerMove={({ currentTarget, clientY }) => {
          if (drawn.current === undefined) return
          drawn.current = placeAt(currentTarget, clientY, at)
          if (drawn.current !== at) isDrawn.current = true
          rowsOf(currentTarget).forEach((row, index) => {
            if (index !== drawn.current || index === at) delete row.dataset['drop']
            else row.dataset['drop'] = index > at ? 'after' : 'before'
          })
        }}
        onPointerUp={({ currentTarget }) => {
          const to = drawn.current
          end(currentTarget)
          if (isDrawn.current && to !== undefined) move(id, to)
        }}
        onPointerCancel={({ currentTarget }) => end(currentTarget)}
        onClick={({ currentTarget }) => {
          if (!isDrawn.current) setAnchor(currentTarget)
          isDrawn.current = false
        }}
      />
      {anchor && (
        <Menu
          label={t('organization.order.move', { name })}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          entries={places
            .filter(([, to]) => to >= 0 && to < count && to !== at)
            .map(([text, to]) => ({ label: t(text), onChoose: () => move(id, to) }))}
        />
      )}
    </>
  )
}

const rowsOf = (handle: Element): HTMLElement[] =>
  [...(handle.closest('ul')?.children ?? [])].filter((row) => row instanceof HTMLElement)

/** Returns the place that a row drawn to a height of the window would have. */
function placeAt(handle: Element, y: number, from: number): number {
  const middles = rowsOf(handle).map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  })
  const above = middles.filter((middle) => middle < y).length
  return Math.max(0, above > from ? above - 1 : above)
}
