import { useEffect } from 'preact/hooks'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'

/** Milliseconds that a conversation may take to show its messages. Later, nobody expects the focus to move. */
const patience = 2000

/** Milliseconds between two looks at a conversation that has something to focus. */
const pause = 200

/**
 * Gives the focus to a conversation that opens: the box if it was opened by a pointer, so that one writes at once; a
 * message if by keys or a link, so that single keys go on, or the box where no message is there yet. A finger moves no
 * focus: it would call up the keyboard. Draws nothing, and is a component so that an address draws only it again.
 */
export function FocusInMain() {
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
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let givenAt: number | undefined
    const until = performance.now() + patience
    const look = () => {
      const target = present()
      if (performance.now() > until || (givenAt !== undefined && actedAt > givenAt)) return
      // A dialog that led here may be about to close, and a box of the conversation before may be about to go.
      if (target && isFree()) {
        target.focus({ preventScroll: true })
        givenAt = performance.now()
      }
      if (target) timer = setTimeout(look, pause)
      else frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [address])
  return null
}

let modality: 'keys' | 'mouse' | 'touch' = 'keys'
let actedAt = 0
addEventListener(
  'keydown',
  () => {
    modality = 'keys'
    actedAt = performance.now()
  },
  true,
)
addEventListener(
  'pointerdown',
  ({ pointerType }) => {
    modality = pointerType === 'touch' ? 'touch' : 'mouse'
    actedAt = performance.now()
  },
  true,
)
