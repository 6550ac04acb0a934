import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import type { Handler } from './command-stack.ts'
import type { Command } from './key-map.ts'

/** Carries out a command while the component is there. */
export function useCommand(command: Command, handler: Handler): void {
  const { commands } = useApp()
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => commands.add(command, () => latest.current()), [commands, command])
}
