import { useEffect } from 'preact/hooks'
import { focusInColumn, wasLedByKeys } from '#parts/focus-in-column.ts'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'

/**
 * Gives the focus to a conversation that opens: the box if it was opened by a pointer or by its first message, so that one
 * writes at once; a message if by other keys or a link, so that single keys go on, or the box where no message is there yet.
 * A finger moves no focus: it would call up the keyboard. Draws nothing, and is a component so that an address draws only it
 * again.
 */
export function FocusInMain() {
  const address = useKnown(({ state, view }) =>
    view.kind === 'conversation' ? addressFor(state, view) : undefined,
  )
  useEffect(() => {
    // Keys that open a conversation take the focus along, unless somebody just writes beside it.
    const from = wasLedByKeys() ? '.list, .places, .beside' : '.list, .places'
    return address === undefined ? undefined : focusInColumn('.main', from)
  }, [address])
  useEffect(() => {
    // The link of what is open leads nowhere.
    const onClick = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const isPlain = !ctrlKey && !metaKey && !shiftKey
      if (isPlain && target instanceof Element && target.closest('.row[aria-current="page"]'))
        focusInColumn('.main', '.list')
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  return null
}
