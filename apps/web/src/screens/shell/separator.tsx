import { widths } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

interface SeparatorProps {
  readonly column: 'places' | 'list' | 'aside'
}

/** The step of an arrow key, in rem. */
const step = 0.5

/** The edge of a column, which moves it by pointer and by arrow keys. The width is remembered on the device. */
export function Separator({ column }: SeparatorProps) {
  const { store } = useApp()
  const name = `${column}Width` as const
  // The aside stands behind its edge, the others before theirs.
  const side = column === 'aside' ? -1 : 1
  const width = useKnown(({ device }) => device[name])
  const [least, most] = widths[column]
  const set = (rem: number) => {
    const { device } = store.get()
    store.set({ device: { ...device, [name]: Math.min(most, Math.max(least, Math.round(rem * 16) / 16)) } })
  }
  const onPointerDown = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement
    const isMirrored = getComputedStyle(handle).direction === 'rtl'
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const begun = event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: PointerEvent) =>
      set(width + ((clientX - begun) / rem) * side * (isMirrored ? -1 : 1))
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isMirrored = getComputedStyle(event.currentTarget as HTMLElement).direction === 'rtl'
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    set(width + direction * step * side * (isMirrored ? -1 : 1))
  }
  return (
    <div
      class={`separator separator-${column}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={t(`shell.${name}`)}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={width}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
