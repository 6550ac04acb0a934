import type { App } from '#state/use-app.ts'

/** Milliseconds that a conversation may take to open. */
const patience = 10_000

/**
 * Puts text into the box of the conversation, where its cursor is, as if it had been typed: the box can undo it. A feed has
 * none: there the conversation is opened first, by `open`.
 */
export function insertIntoBox({ column }: Pick<App, 'column'>, text: string, open: () => void): void {
  const present = boxIn(column.element())
  if (present) return type(present, text)
  const watch = new MutationObserver(() => {
    const box = boxIn(column.element())
    if (!box) return
    end()
    type(box, text)
  })
  const end = () => watch.disconnect()
  setTimeout(end, patience)
  watch.observe(document.body, { childList: true, subtree: true })
  open()
}

function type(box: HTMLTextAreaElement, text: string): void {
  box.focus()
  // The only way of inserting that leaves something to undo.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, text)
  // As for typed text, the cursor is in sight.
  if (box.selectionEnd === box.value.length) box.scrollTop = box.scrollHeight
}

export const boxIn = (column: ParentNode) =>
  column.querySelector<HTMLTextAreaElement>('[data-composer] textarea')
