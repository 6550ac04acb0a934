import { tooLongText } from './too-long.ts'

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
