import { ColumnEdge } from '#screens/shell/column-edge.tsx'
import { besideShares, newDevice } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/**
 * The edge between the main column and the conversation beside it. The device remembers the width of that conversation, in
 * hundredths of the main column.
 */
export function BesideSeparator() {
  const { store } = useApp()
  const share = useKnown(({ device }) => device.besideShare)
  return (
    <ColumnEdge
      column="beside"
      label={t('beside.width')}
      width={share}
      limits={besideShares}
      usual={newDevice.besideShare}
      step={5}
      isAfter
      drag={(edge) => {
        const main = document.querySelector<HTMLElement>('.main')?.clientWidth ?? 0
        const column = edge.parentElement?.clientWidth ?? 0
        return (grown) => (100 * (column + grown)) / Math.max(1, main - grown)
      }}
      onWidth={(next) => store.set({ device: { ...store.get().device, besideShare: Math.round(next) } })}
    />
  )
}
