import { t } from '#words/words.ts'

/** Counts characters as the server does: an emoji is one, and the space around the text does not count. */
const lengthOf = (text: string): number => [...text.trim()].length

/** Whether a text has more characters than the server takes. */
export const isTooLong = (text: string, most: number): boolean => text.length > most && lengthOf(text) > most

/** Says that a text is too long; undefined if it is not. */
export const tooLongText = (text: string, most: number): string | undefined =>
  isTooLong(text, most) ? t('dialog.too-long', { most, count: lengthOf(text) }) : undefined

interface LengthNoteProps {
  readonly text: string
  readonly most: number
  readonly id?: string
}

/**
 * Says that a text is too long, and by how much. Fields without `maxLength` keep what was pasted, so that people shorten it
 * themselves.
 */
export function LengthNote({ text, most, id }: LengthNoteProps) {
  const problem = tooLongText(text, most)
  return problem === undefined ? null : (
    <span id={id} class="form-error" role="alert">
      {problem}
    </span>
  )
}
