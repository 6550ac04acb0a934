/**
 * Opens a dialog over the page. Returns a function that closes it. The browser gives the focus back to the field that had it,
 * but in Chromium without a cursor: letters that are typed next would go nowhere.
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  const { activeElement: before } = document
  const field =
    before instanceof HTMLTextAreaElement || before instanceof HTMLInputElement ? before : undefined
  const { selectionStart: start = null, selectionEnd: end = null } = field ?? {}
  dialog.showModal()
  return () => {
    if (!dialog.open) return
    dialog.close()
    // Fields without text, such as boxes to tick, have no cursor.
    if (start !== null && document.activeElement === field) field.setSelectionRange(start, end)
  }
}
