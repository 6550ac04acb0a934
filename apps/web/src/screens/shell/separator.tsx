import { lazy } from '#parts/lazy.tsx'
import { newDevice, widths } from '#state/device.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

// Nobody drags an edge in the first second.
const ColumnEdge = lazy(async () => (await import('./column-edge.tsx')).ColumnEdge)

interface SeparatorProps {
  readonly column: 'places' | 'list' | 'aside'
}

/** The edge of a column whose width the device remembers in rem. */
export function Separator({ column }: SeparatorProps) {
  const { store } = useApp()
  const name = `${column}Width` as const
  const width = useKnown(({ device }) => device[name])
  return (
    <ColumnEdge
      {...{ column, width }}
      label={t(`shell.${name}`)}
      limits={widths[column]}
      usual={newDevice[name]}
      step={0.5}
      isAfter={column === 'aside'}
      drag={() => {
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
        return (grown) => width + grown / rem
      }}
      onWidth={(next) => store.set({ device: { ...store.get().device, [name]: Math.round(next * 16) / 16 } })}
    />
  )
}
