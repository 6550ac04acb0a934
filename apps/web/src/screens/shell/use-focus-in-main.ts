import { useEffect } from 'preact/hooks'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'

/** Milliseconds that a conversation may take to show its messages. Later, nobody expects the focus to move. */
const patience = 2000

/**
 * Gives the focus to a conversation that opens: the box if it was opened by a pointer, so that one writes at once; a
 * message if by keys or a link, so that single keys go on, or the box where no message is there yet. A finger moves no
 * focus: it would call up the keyboard.
 */
export function useFocusInMain(): void {
  const address = useKnown(({ state, view }) =>
    view.kind === 'conversation' ? addressFor(state, view) : undefined,
  )
  useEffect(() => {
    if (address === undefined || modality === 'touch') return undefined
    const wanted =
      modality === 'mouse' ? '.main textarea' : '.main article[tabindex="0"], .main:has(.empty-view) textarea'
    const present = () => document.querySelector<HTMLElement>(wanted)
    const isFree = () =>
      document.activeElement === document.body || document.activeElement?.closest('.list, .places') !== null
    let timer = 0
    const until = performance.now() + patience
    const look = () => {
      const target = present()
      if (!isFree()) return
      if (target) target.focus({ preventScroll: true })
      else if (performance.now() < until) timer = requestAnimationFrame(look)
    }
    timer = requestAnimationFrame(look)
    return () => cancelAnimationFrame(timer)
  }, [address])
}

let modality: 'keys' | 'mouse' | 'touch' = 'keys'
addEventListener('keydown', () => (modality = 'keys'), true)
addEventListener(
  'pointerdown',
  ({ pointerType }) => (modality = pointerType === 'touch' ? 'touch' : 'mouse'),
  true,
)
