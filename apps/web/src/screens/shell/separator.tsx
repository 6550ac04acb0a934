import { newDevice, widths } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { useWidthMenu } from './use-width-menu.tsx'

interface SeparatorProps {
  readonly column: 'places' | 'list' | 'aside'
}

/** The step of an arrow key, in rem. */
const step = 0.5

/**
 * The edge of a column, which moves it by pointer and by arrow keys; a press and Enter offer widths. The width is remembered
 * on the device.
 */
export function Separator({ column }: SeparatorProps) {
  const { store } = useApp()
  const name = `${column}Width` as const
  const label = t(`shell.${name}`)
  // The aside stands behind its edge, the others before theirs.
  const side = column === 'aside' ? -1 : 1
  const width = useKnown(({ device }) => device[name])
  const [least, most] = widths[column]
  const set = (rem: number) => {
    const { device } = store.get()
    store.set({ device: { ...device, [name]: Math.min(most, Math.max(least, Math.round(rem * 16) / 16)) } })
  }
  const { menu, openByKey, handlers } = useWidthMenu({
    label,
    change: (steps) => set(steps === undefined ? newDevice[name] : width + steps * step),
    grip(handle) {
      const isMirrored = getComputedStyle(handle).direction === 'rtl'
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      return (moved) => set(width + (moved / rem) * side * (isMirrored ? -1 : 1))
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const handle = event.currentTarget as HTMLElement
    const isMirrored = getComputedStyle(handle).direction === 'rtl'
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction !== undefined) set(width + direction * step * side * (isMirrored ? -1 : 1))
    else if (event.key === 'Enter') openByKey(handle)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div
        class={`separator separator-${column}`}
        role="separator"
        aria-orientation="vertical"
        aria-label={label}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={width}
        tabIndex={0}
        {...handlers}
        onKeyDown={onKeyDown}
      />
      {menu}
    </>
  )
}
