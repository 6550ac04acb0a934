import type { IconNode } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { Menu, type MenuEntry } from './menu.tsx'

interface MenuButtonProps {
  /** The name of the button and of its menu. */
  readonly label: string
  readonly icon: IconNode
  /** Asked when the menu opens. */
  readonly entries: () => readonly MenuEntry[]
}

/** A button with an icon that opens a menu. */
export function MenuButton({ label, icon, entries }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<readonly MenuEntry[]>()
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button-icon"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        data-tip={label}
        onClick={() => setOpen(open ? undefined : entries())}
      >
        <Icon of={icon} />
      </button>
      {open && (
        <Menu label={label} entries={open} anchor={button.current!} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}
