import { useState } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { lazy } from '#parts/lazy.tsx'
import { learn } from '#words/words.ts'

const Shortcuts = lazy(async () => {
  await learn('help', 'palette')
  return (await import('./shortcuts.tsx')).Shortcuts
})

/** Opens the list of keys by its own key. */
export function ShortcutsHost() {
  const [isOpen, setOpen] = useState(false)
  useCommand('help', () => setOpen(true))
  return isOpen ? <Shortcuts onClose={() => setOpen(false)} /> : null
}
