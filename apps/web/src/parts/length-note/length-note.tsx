import { t } from '#words/words.ts'

/** Whether a text, without the space around it, has more characters than the server takes. */
export const isTooLong = (text: string, most: number): boolean => text.trim().length > most

/**
 * Says that a text is too long, and by how much. Fields without `maxLength` keep what was pasted, so that people shorten it
 * themselves.
 */
export function LengthNote({ text, most }: { readonly text: string; readonly most: number }) {
  if (!isTooLong(text, most)) return null
  return (
    <span class="form-error" role="alert">
      {t('dialog.too-long', { most, count: text.trim().length })}
    </span>
  )
}
