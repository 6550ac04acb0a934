import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import type { Handler } from './command-stack.ts'
import type { Command } from './key-map.ts'

/** Carries out a command while the component is there. */
export function useCommand(command: Command, handler: Handler): void {
  const { commands } = useApp()
  const latest = useRef(handler)
  latest.current = handler
  // With the elements, so that a key pressed as soon as they are seen is not lost.
  useLayoutEffect(() => commands.add(command, () => latest.current()), [commands, command])
}
