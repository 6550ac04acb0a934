/** Puts text into the box of the conversation, where its cursor is, as if it had been typed: the box can undo it. */
export function insertIntoBox(text: string): void {
  const box = boxIn(document)
  if (!box) return
  box.focus()
  // The only way of inserting that leaves something to undo.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('insertText', false, text)
}

export const boxIn = (document: Document) =>
  document.querySelector<HTMLTextAreaElement>('[data-composer] textarea')
