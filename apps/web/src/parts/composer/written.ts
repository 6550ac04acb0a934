import type { Edit, Written } from './format.ts'

/** Returns the text of a box with its selection. */
export function writtenIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Written {
  return { text: value, start: selectionStart, end: selectionEnd }
}

/** Carries out a change as if it were typed, so that Ctrl+Z takes it back. */
export function apply(box: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  box.focus()
  box.setSelectionRange(from, to)
  const isDone = (from === to && insert === '') || type(insert)
  if (!isDone) {
    box.setRangeText(insert, from, to, 'end')
    box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  }
  box.setSelectionRange(start, end)
}

/** Replaces the whole text, as if it were typed. */
export function replaceAll(box: HTMLTextAreaElement, text: string): void {
  apply(box, { from: 0, to: box.value.length, insert: text, start: text.length, end: text.length })
}

/** Types a text over the selection. Returns false if the browser cannot. */
function type(text: string): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- no other way leaves something to undo, in any browser
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
}

/** Puts a link at the end of the text, and leaves the cursor where it is. */
export function appendLink(box: HTMLTextAreaElement, link: string): void {
  const { value, selectionEnd } = box
  const isAtEnd = selectionEnd === value.length
  const start = value === '' || /\s$/.test(value) ? '' : '\n'
  box.setRangeText(`${start}${link}\n`, value.length, value.length, isAtEnd ? 'end' : 'preserve')
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
