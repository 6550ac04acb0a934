import type { IconNode } from 'lucide'
import { useState } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { Menu, type MenuEntry } from './menu.tsx'

interface MenuButtonProps {
  /** The name of the button and of its menu. */
  readonly label: string
  readonly icon: IconNode
  /** Asked when the menu opens. */
  readonly entries: () => readonly MenuEntry[] | Promise<readonly MenuEntry[]>
}

/** A button with an icon that opens a menu. */
export function MenuButton({ label, icon, entries }: MenuButtonProps) {
  const [open, setOpen] = useState<{ entries: readonly MenuEntry[]; anchor: HTMLElement }>()
  const show = async (anchor: HTMLElement) => setOpen({ entries: await entries(), anchor })
  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        onClick={({ currentTarget }) => (open ? setOpen(undefined) : void show(currentTarget))}
      />
      {open && <Menu label={label} {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
