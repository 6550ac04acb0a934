import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showFailure, showToast } from './show-toast.ts'

/**
 * Copies text. Pages without a secure context, and the desktop shell, have no clipboard: there a selection is copied. Resolves
 * with whether it is copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // The browser forbids it to this page, or the page has no focus.
  }
  return copySelection(text)
}

/** Copies text, and tells that it is copied, or that it is not. */
export async function copyAndTell(app: Pick<App, 'store'>, text: string, done: string): Promise<void> {
  if (await copyText(text)) showToast(app, { name: 'copied', kind: 'status', text: done })
  else showFailure(app, 'copied', t('conversation.not-copied'))
}

/** Whether links go through the share sheet of the device: where fingers are, and the browser has one. */
export const sharesLinks = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches

/** Shares a link, or copies it where the device has no share sheet, and tells that. */
export async function shareLink(app: Pick<App, 'store'>, url: string): Promise<void> {
  if (sharesLinks()) {
    try {
      return await navigator.share({ url })
    } catch (error) {
      // Somebody closed the sheet, and wants nothing else in its place.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copyAndTell(app, url, t('conversation.link-copied'))
}

function copySelection(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'hidden-visually'
  field.value = text
  ;(document.querySelector('dialog[open]') ?? document.body).append(field)
  field.select()
  // The only way without the clipboard's interface.
  // oxlint-disable-next-line typescript/no-deprecated
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}
