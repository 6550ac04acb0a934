import { useWidthMenu } from '#screens/shell/use-width-menu.tsx'
import { besideShares, newDevice } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** The step of an arrow key. */
const step = 5

/**
 * The edge between the main column and the one beside, which moves by pointer and by arrow keys; a press and Enter offer
 * widths. The device remembers how wide the latter is, in hundredths of the main column.
 */
export function BesideSeparator() {
  const { store } = useApp()
  const share = useKnown(({ device }) => device.besideShare)
  const [least, most] = besideShares
  const set = (next: number) => {
    const { device } = store.get()
    store.set({ device: { ...device, besideShare: Math.min(most, Math.max(least, Math.round(next))) } })
  }
  const { menu, openByKey, handlers } = useWidthMenu({
    label: t('beside.width'),
    change: (steps) => set(steps === undefined ? newDevice.besideShare : share + steps * step),
    grip(handle) {
      const main = document.querySelector<HTMLElement>('.main')?.clientWidth ?? 0
      const column = handle.parentElement?.clientWidth ?? 0
      const side = getComputedStyle(handle).direction === 'rtl' ? -1 : 1
      return (moved) => set((100 * (column - moved * side)) / Math.max(1, main + moved * side))
    },
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const handle = event.currentTarget as HTMLElement
    const direction = { ArrowLeft: 1, ArrowRight: -1 }[event.key]
    const isMirrored = getComputedStyle(handle).direction === 'rtl'
    if (direction !== undefined) set(share + direction * step * (isMirrored ? -1 : 1))
    else if (event.key === 'Enter') openByKey(handle)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div
        class="separator separator-beside"
        role="separator"
        aria-orientation="vertical"
        aria-label={t('beside.width')}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={share}
        tabIndex={0}
        {...handlers}
        onKeyDown={onKeyDown}
      />
      {menu}
    </>
  )
}
