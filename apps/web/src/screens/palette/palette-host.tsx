import { useState } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { lazy } from '#parts/lazy.tsx'

const Palette = lazy(async () => (await import('./palette.tsx')).Palette, { takesKeys: true })

/** Opens the palette by its key. */
export function PaletteHost() {
  const [isOpen, setOpen] = useState(false)
  useCommand('palette', () => setOpen(!isOpen))
  return isOpen ? <Palette onClose={() => setOpen(false)} /> : null
}
