import { Menu } from '#parts/menu/menu.tsx'
import { t } from '#words/words.ts'

interface WidthMenuProps {
  /** Name of the edge. */
  readonly label: string
  /** The point of the window where the edge was pressed, in pixels. */
  readonly anchor: { readonly x: number; readonly y: number }
  /** Makes the column wider by so many steps; undefined: as wide as on a new device. */
  readonly onChange: (steps: number | undefined) => void
  readonly onClose: () => void
}

/** Steps of an arrow key that one choice makes. */
const steps = 4

/** A menu that changes the width of a column, for people who cannot drag its edge. */
export function WidthMenu({ onChange, ...menu }: WidthMenuProps) {
  return (
    <Menu
      {...menu}
      entries={[
        { label: t('shell.wider'), onChoose: () => onChange(steps) },
        { label: t('shell.narrower'), onChoose: () => onChange(-steps) },
        { label: t('shell.usual-width'), onChoose: () => onChange(undefined) },
      ]}
    />
  )
}
