/** Milliseconds that a conversation may take to show its messages. Later, nobody expects the focus to move. */
const patience = 2000

/** Milliseconds between two looks at a conversation that has something to focus. */
const pause = 200

/**
 * Moves the focus into a column as soon as it shows its messages, if nothing has the focus but what `from` selects. Returns
 * a function that ends this.
 */
export function focusInColumn(column: string, from: string): (() => void) | undefined {
  if (modality === 'touch') return undefined
  const wanted =
    modality === 'mouse' || isWriting
      ? `${column} textarea`
      : `${column} article[tabindex="0"], ${column}:has(.empty-view) textarea`
  const before = document.activeElement
  // A field that somebody has gone to meanwhile keeps the focus: they are about to write there.
  const isFree = () => {
    const { activeElement: now, body } = document
    if (!now || now === body) return true
    return now.closest(from) !== null && (now === before || !now.matches('textarea, input'))
  }
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let givenAt: number | undefined
  const until = performance.now() + patience
  const look = () => {
    const target = document.querySelector<HTMLElement>(wanted)
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
}

/** Whether a key that writes no text led to what is drawn now: nothing was done since, however long drawing took. */
export const wasLedByKeys = (): boolean => ledAt === actedAt && performance.now() - ledAt < patience

let modality: 'keys' | 'mouse' | 'touch' = 'keys'
/** Whether the last key sent the first message of a conversation, where one goes on writing. */
let isWriting = false
let actedAt = 0
/** When a key was pressed that writes no text. */
let ledAt = 0
addEventListener(
  'keydown',
  ({ target, key, altKey, ctrlKey, metaKey }) => {
    modality = 'keys'
    isWriting = key === 'Enter' && target instanceof Element && target.closest('.beginning') !== null
    actedAt = performance.now()
    if (altKey || ctrlKey || metaKey || !(target instanceof HTMLTextAreaElement)) ledAt = actedAt
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
