import { keyOf } from '#keys/key-map.ts'

/** Commands of keys in the box, beside writing. */
export type Command =
  | 'send'
  | 'send later'
  | 'new line'
  | 'bold'
  | 'italic'
  | 'link'
  | 'code'
  | 'preview'
  | 'full height'
  | 'snippets'
  | 'record'
  | 'leave'

/** The parts of a KeyboardEvent that decide. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
  readonly code: string
}

/** The code that browsers give to keys which an input method takes. Safari reports the last one without `isComposing`. */
const takenByInputMethod = 229

/** Returns the command of a key press. `entersSend`: Enter sends, and Ctrl+Enter makes a line; otherwise reversed. */
export function commandOf(
  press: KeyPress,
  { entersSend }: { readonly entersSend: boolean },
): Command | undefined {
  if (press.isComposing || press.keyCode === takenByInputMethod) return undefined
  const { key, shiftKey, altKey } = press
  const isControl = press.ctrlKey || press.metaKey
  if (key === 'Enter') {
    if (altKey) return undefined
    if (shiftKey) return isControl ? 'send later' : 'new line'
    return isControl === entersSend ? 'new line' : 'send'
  }
  if (key === 'Escape' || (isControl && key === '[')) return 'leave'
  const letter = keyOf(press).toLowerCase()
  // With this key, some systems write other signs.
  if (altKey && !isControl) return ({ p: 'preview', r: 'record' } as const)[letter]
  if (!isControl || altKey) return undefined
  if (shiftKey) return ({ l: 'link', f: 'full height' } as const)[letter]
  return ({ b: 'bold', i: 'italic', e: 'code', "'": 'snippets' } as const)[letter]
}
