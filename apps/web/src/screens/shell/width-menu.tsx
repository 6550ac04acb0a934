import { Menu } from '#parts/menu/menu.tsx'
import { t } from '#words/words.ts'

interface WidthMenuProps {
  /** The name of the edge. */
  readonly label: string
  /** The point of the window where it was pressed, in pixels. */
  readonly anchor: { readonly x: number; readonly y: number }
  /** Makes the column wider by so many steps, or with none as wide as on a new device. */
  readonly onChange: (steps: number | undefined) => void
  readonly onClose: () => void
}

/** Steps of an arrow key that a choice is worth. */
const steps = 4

/** Widens and narrows a column without dragging its edge. */
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
