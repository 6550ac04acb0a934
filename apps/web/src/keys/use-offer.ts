import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '#state/use-app.ts'
import type { OfferedAction } from './command-stack.ts'

/** Offers actions to the palette while the component is there. It is asked when the palette opens. */
export function useOffer(offer: () => readonly OfferedAction[] | Promise<readonly OfferedAction[]>): void {
  const { commands } = useApp()
  const latest = useRef(offer)
  latest.current = offer
  useLayoutEffect(() => commands.offer(() => latest.current()), [commands])
}
