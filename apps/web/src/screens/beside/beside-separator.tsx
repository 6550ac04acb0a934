import { besideShares } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The step of an arrow key. */
const step = 5

/**
 * The edge between the main column and the one beside, which moves by pointer and by arrow keys. The device remembers how
 * wide the latter is, in hundredths of the main column.
 */
export function BesideSeparator() {
  const { store } = useApp()
  const share = useKnown(({ device }) => device.besideShare)
  const [least, most] = besideShares
  const set = (next: number) => {
    const { device } = store.get()
    store.set({ device: { ...device, besideShare: Math.min(most, Math.max(least, Math.round(next))) } })
  }
  const onPointerDown = (event: PointerEvent) => {
    const handle = event.currentTarget as HTMLElement
    const main = document.querySelector<HTMLElement>('.main')?.clientWidth ?? 0
    const column = handle.parentElement?.clientWidth ?? 0
    const side = getComputedStyle(handle).direction === 'rtl' ? -1 : 1
    const begun = event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: PointerEvent) => {
      const moved = (clientX - begun) * side
      set((100 * (column - moved)) / Math.max(1, main + moved))
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: 1, ArrowRight: -1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const isMirrored = getComputedStyle(event.currentTarget as HTMLElement).direction === 'rtl'
    set(share + direction * step * (isMirrored ? -1 : 1))
  }
  return (
    <div
      class="separator separator-beside"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('beside.width')}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={share}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
