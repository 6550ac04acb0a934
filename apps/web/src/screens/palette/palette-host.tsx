import { useState } from 'preact/hooks'
import type { OfferedAction } from '#keys/command-stack.ts'
import { useCommand } from '#keys/use-command.ts'
import { lazy } from '#parts/lazy.tsx'
import { useApp } from '#state/use-app.ts'
import { learn } from '#words/words.ts'

const Palette = lazy(
  async () => {
    // It finds settings and pages by their names.
    await learn('palette', 'settings', 'help', 'groups', 'organization', 'organizations')
    return (await import('./palette.tsx')).Palette
  },
  { takesKeys: true },
)

/** Opens the palette by its key. */
export function PaletteHost() {
  const { commands } = useApp()
  /** Actions on what has the focus when the palette opens. Undefined: it is closed. */
  const [offered, setOffered] = useState<Promise<readonly OfferedAction[]>>()
  useCommand('palette', () => setOffered(offered ? undefined : commands.offered()))
  return offered ? <Palette offered={offered} onClose={() => setOffered(undefined)} /> : null
}
