import type { Shaper } from '#events/shaper.ts'

/** Shapes bots' commands: only for clients that offer them. */
export const commandsShaper: Shaper<'tagma_commands'> = {
  type: 'tagma_commands',
  shape: (body, viewer) => (viewer.capabilities.tagma_commands ? { key: '', shared: () => body } : undefined),
}
